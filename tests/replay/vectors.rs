//! The vectors: rows of inputs with the one value that must come out.

use serde_json::Value;
use shedscope::systems::shedding::model::load_data::{Rates, TimeAverage};
use shedscope::systems::shedding::model::usage::{
    Reading, Readings, Resource, Weights, weighted_usage,
};
use shedscope::systems::shedding::placement::plan::{crc32, index_of_draw};

use super::numbers::{expect, number};

fn reading(value: &Value) -> Reading {
    Reading {
        usage: number(&value[0]),
        limit: number(&value[1]),
    }
}

pub fn score(row: &Value) -> Result<(), String> {
    let mut readings = Readings::default();
    let keys = [
        (Resource::Cpu, "cpu"),
        (Resource::DirectMemory, "directMemory"),
        (Resource::BandwidthIn, "bandwidthIn"),
        (Resource::BandwidthOut, "bandwidthOut"),
    ];
    for (index, (resource, key)) in keys.into_iter().enumerate() {
        readings.0[resource as usize] = reading(&row[key]);
        expect(
            key,
            f64::from(readings.of(resource).percent_f32()),
            &row["percent32"][index],
        )?;
    }
    let weights = Weights(std::array::from_fn(|i| number(&row["weights"][i])));
    let (usage, _) = weighted_usage(&readings, &weights);
    expect("usage", usage, &row["usage"])?;
    expect("avgScore", usage * 100.0, &row["avgScore"])?;
    let bits = format!("{:016x}", usage.to_bits());
    if !usage.is_nan() && bits != row["usageBits"].as_str().unwrap() {
        return Err(format!(
            "usageBits: {bits} here, {} recorded",
            row["usageBits"]
        ));
    }
    Ok(())
}

pub fn draw(row: &Value) -> Result<(), String> {
    let draw = row["draw"].as_i64().unwrap() as i32;
    let text = draw.to_string();
    if text != row["text"].as_str().unwrap() {
        return Err(format!("text: {text} here, {} recorded", row["text"]));
    }
    expect("crc32", f64::from(crc32(text.as_bytes())), &row["crc32"])?;
    for (count, index) in row["index"].as_object().unwrap() {
        let ours = index_of_draw(draw as u32, count.parse().unwrap());
        expect(&format!("index of {count}"), ours as f64, index)?;
    }
    Ok(())
}

pub fn sample_average(row: &Value) -> Result<(), String> {
    let limit = row["maxSamples"].as_u64().unwrap() as u32;
    let mut average = TimeAverage::unseen(limit);
    if !row["startsFromDefaults"].as_bool().unwrap() {
        average.rates = Rates::default();
    }
    for (index, sample) in row["samples"].as_array().unwrap().iter().enumerate() {
        average.take(Rates {
            msg_rate_in: number(sample),
            ..Rates::default()
        });
        expect(
            &format!("sample {index}"),
            average.rates.msg_rate_in,
            &row["averageMsgRateIn"][index],
        )?;
        expect(
            &format!("count {index}"),
            f64::from(average.samples),
            &row["numSamples"][index],
        )?;
    }
    Ok(())
}
