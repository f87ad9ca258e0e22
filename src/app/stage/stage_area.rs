//! The stage: a column for each variant.

use std::rc::Rc;

use yew::prelude::*;

use super::column::StageColumn;
use super::legend::StageLegend;
use super::player::{Handles, Player, PlayerInput, Surfaces};
use crate::app::hooks::{use_pixel_ratio, use_sizes};
use crate::app::session::Handle;
use crate::engine::limits::MAX_VARIANTS;
use crate::render::Theme;
use crate::simulator::edit::letter;
use crate::simulator::{StageOrder, SubjectRef};

/// Props of [`StageArea`].
#[derive(Clone, PartialEq, Properties)]
pub struct StageAreaProps {
    /// The player, which paints the stage.
    pub player: Player,
    /// The run that is shown.
    pub run: Handle,
    /// Its rounds computed so far.
    pub computed: usize,
    /// The main variant: the one that is explained and edited.
    pub variant: usize,
    /// The round at the cursor, from 0.
    pub round: usize,
    /// Counts jumps of the cursor.
    pub seek_epoch: usize,
    /// Whether time runs.
    pub is_playing: bool,
    /// Factor on the pace.
    pub speed: f64,
    /// The selected subject.
    pub selected: Option<SubjectRef>,
    /// The order of the stage.
    pub order: StageOrder,
    /// Light or dark.
    pub theme: Theme,
    /// What the stage of the main variant shows, for those who cannot see it.
    pub summary: AttrValue,
}

/// The stages of all variants beside each other, and what their signs mean.
#[component]
pub fn StageArea(props: &StageAreaProps) -> Html {
    let variants = props.run.variants().min(MAX_VARIANTS);
    let surfaces = use_memo((), |()| {
        std::array::from_fn::<Surfaces, MAX_VARIANTS, _>(|_| Surfaces::default())
    });
    let frames: Vec<NodeRef> = surfaces[..variants]
        .iter()
        .map(|surface| surface.frame.clone())
        .collect();
    let sizes = use_sizes(&frames);
    let ratio = use_pixel_ratio();
    let handles = use_state_eq(|| None::<Handles>);
    let titles = use_memo(props.run.clone(), |run| {
        (0..variants)
            .map(|index| title(run, index))
            .collect::<Vec<_>>()
    });
    let input = PlayerInput {
        run: props.run.clone(),
        computed: props.computed,
        round: props.round,
        seek_epoch: props.seek_epoch,
        is_playing: props.is_playing,
        speed: props.speed,
        selected: props.selected,
        order: props.order,
        theme: props.theme,
        variant: props.variant,
        surfaces: Rc::clone(&surfaces) as Rc<[Surfaces]>,
        sizes,
        ratio,
    };
    use_effect_with((props.player.clone(), input), {
        let setter = handles.setter();
        move |(player, input)| setter.set(player.follow(input.clone()))
    });
    use_effect_with(props.player.clone(), |player| {
        let player = player.clone();
        move || player.stop()
    });
    html! {
        <section class="stage-area" aria-label="Stage" data-variants={variants.to_string()}>
            <div class="stage-columns" data-variants={variants.to_string()}>
                for (index, title) in titles.iter().enumerate() {
                    <StageColumn
                        key={index}
                        player={props.player.clone()}
                        surfaces={surfaces[index].clone()}
                        run={props.run.clone()}
                        {index}
                        is_only={variants == 1}
                        is_main={index == props.variant}
                        title={title.clone()}
                        round={(props.round < props.computed).then_some(props.round)}
                        summary={(index == props.variant).then(|| props.summary.clone())}
                        handles={handles.as_ref().filter(|_| index == props.variant && !props.is_playing).cloned()}
                    />
                }
            </div>
            if !props.run.legend().is_empty() {
                <StageLegend signs={props.run.legend()} />
            }
        </section>
    }
}

/// What tells a variant from the others, without its letter.
fn title(run: &Handle, variant: usize) -> AttrValue {
    let title = run.variant_title(variant);
    let prefix = format!("{}: ", letter(variant));
    AttrValue::from(
        title
            .strip_prefix(&prefix)
            .map(str::to_owned)
            .unwrap_or(title),
    )
}
