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
        "How many shards are there to be shared out?",
        "Those placed and those in hand-off; while one is placed, that one too. Counted otherwise, shards in hand-off \
         would shrink every target and the giver could win its own shard back.",
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
        "If less than half the traffic has nodes, or the table is older than a minute, every node keeps what it has; \
         new shards then go where fewest are, and without any shard all nodes count alike. The table is asked for \
         every 10 s. The proposal gives no numbers.",
    ),
    (
        "How many shards move at most?",
        "One pair a round, and as many as Akka’s own limits allow, so that strategies are compared fairly.",
    ),
    (
        "Does it rebalance while shards are in hand-off?",
        "No, as Akka since 2.6.10.",
    ),
    (
        "Akka rebalances only while all nodes have one version, and places by version first.",
        "Off for the weighted strategy: two revisions are two versions, and it would never rebalance. It can be \
         switched on. That every member answers and none is joining is asked for.",
    ),
    (
        "Ties: placing prefers the larger weight, rebalancing the node with fewest or most shards.",
        "Kept as written; still tied, the older node, then the lower address.",
    ),
    (
        "Who says where a stopped shard goes?",
        "The strategy names the taker. As a setting: stop first and place afterwards, as Akka does.",
    ),
    (
        "Which shards move?",
        "The oldest on the node first, as in Akka.",
    ),
    (
        "What does a shard on its way count for?",
        "For the taker that was named, if one was. Akka’s own strategies still count it where it was until it has \
         stopped.",
    ),
    (
        "What does a node weigh that is leaving?",
        "Nothing; and it is given no shard any more.",
    ),
    (
        "What if all weights are 0?",
        "That counts as disagreement: every node keeps what it has.",
    ),
    (
        "What happens to shards of a node that dies?",
        "They are dead with it; once membership has it down they are placed again at once, as if a message came for \
         each. Until then it still counts as a region.",
    ),
    (
        "Is a shard handed off that stands on a dead node?",
        "External allocation asks for it, as it asks nothing about members. The node never says that the shard has \
         stopped, so it stays until the hand-off is given up or the node is down.",
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
        "External allocation: who asks for a shard that no client wants anywhere?",
        "Any node, drawn by the seed.",
    ),
    (
        "When may the autoscaler take a node away?",
        "When it has no traffic (or weight 0), holds no shard and has none coming, for as long as its patience; never \
         the last node.",
    ),
];
