//! Assumptions where the proposal is silent, ambiguous or contradicts itself.

/// Pairs of question and answer, as shown to the reader.
pub const ASSUMPTIONS: &[(&str, &str)] = &[
    (
        "When does balancing stop? The proposal: when there are “either only deficits of 1, or surpluses of 1”.",
        "Three readings can be chosen. By exchange (the default): while surplus and deficit together exceed the \
         tolerance. Both small: while either exceeds it. Literally: while each exceeds it. The tolerance itself does \
         not go on.",
    ),
    (
        "Which shards count when targets are computed?",
        "Those placed and those in hand-off; while one is placed, that one too. Counted otherwise, shards in hand-off \
         would shrink every target and the source could win its own shard back.",
    ),
    (
        "Are targets rounded?",
        "No. Targets are exact fractions; rounding each alone need not add up. The solid mark on the stage is the \
         whole number that balancing ends at: the largest remainders.",
    ),
    (
        "Is a percentage of traffic meant for a revision or for each of its nodes?",
        "For the revision, divided by its nodes.",
    ),
    (
        "What if the route table does not fit the cluster?",
        "If less than half the traffic has nodes, or the table is older than a minute, every node keeps its shards; \
         new shards then go to the node with the fewest, and before there is any shard all nodes count as equal. The \
         table is polled every 10 s. The proposal gives no numbers.",
    ),
    (
        "How many shards move at most?",
        "One pair exchanges shards in a round, within Akka’s own limits, so that the comparison of strategies is fair.",
    ),
    (
        "Does it rebalance while shards are in hand-off?",
        "No, like Akka since 2.6.10.",
    ),
    (
        "Akka rebalances only while all nodes have one version, and places by version first.",
        "Off for the weighted strategy: two revisions are two versions, and it would never rebalance. It can be \
         switched on. Every member must be reachable and none may be joining, as in Akka.",
    ),
    (
        "Ties: placing prefers the larger weight, rebalancing the node with fewest or most shards.",
        "Kept as written; still tied, the older node, then the lower address.",
    ),
    (
        "What decides where a stopped shard goes?",
        "The strategy chooses the destination with the stop. A setting chooses it after the stop, as Akka does.",
    ),
    (
        "Which shards move?",
        "The oldest on the node first, as in Akka.",
    ),
    (
        "Which node does a shard in hand-off count for?",
        "For the chosen destination, if there is one. Akka’s own strategies still count it where it was until it has \
         stopped.",
    ),
    (
        "What is the weight of a leaving node?",
        "It is 0, and the node receives no more shards.",
    ),
    (
        "What if all weights are 0?",
        "As with a route table that does not fit: every node keeps its shards.",
    ),
    (
        "What happens to shards of a node that dies?",
        "They stop with it. Once the node is marked down they are allocated again at once, as if each got a message. \
         Until then the node still counts as a region.",
    ),
    (
        "Is a shard on a dead node handed off?",
        "External allocation does, since it ignores membership. The node never confirms the stop, so the shard stays \
         until the hand-off times out or the node is down.",
    ),
    (
        "What if a shard does not stop in time?",
        "It stays where it was, and may be chosen again.",
    ),
    (
        "Between statuses that both stay (Up, Joining) Akka’s order is that of a map.",
        "Here: Up, WeaklyUp, Joining, then Leaving, Exiting, Down.",
    ),
    (
        "External allocation: which node starts a shard that no client has assigned?",
        "Any node, drawn by the seed.",
    ),
    (
        "When may the autoscaler take a node away?",
        "When it has no traffic (or weight 0), holds no shard and has none coming, for as long as its patience; never \
         the last node.",
    ),
];
