use agon_core::{Actor, AnyPosition, Outcome, Player, Rng};

/// How much a simulation prefers choices that were seldom tried.
const EXPLORATION: f32 = 1.0;
/// Maximum number of nodes; in a full tree, leaves only collect values.
const MAX_NODES: usize = 1 << 17;

/// A position of the tree and the results of the simulations through it.
pub(super) struct Node {
    pub(super) position: Box<dyn AnyPosition>,
    actor: Actor,
    /// The number of choices, counted at the second visit.
    choices: usize,
    /// The children in the order in which they were made, with their choices.
    pub(super) children: Vec<(usize, usize)>,
    pub(super) visits: u32,
    /// The sum of the points of the first player.
    points: f32,
    /// The points of the first player if the game is over here or can be won in one turn.
    proven: Option<f32>,
}

/// The points of the first player.
fn points(outcome: Option<Outcome>) -> f32 {
    outcome.map_or(0.0, |outcome| match outcome.winner() {
        Some(winner) => f32::from(outcome.points()) * sign(winner),
        None => 0.0,
    })
}

const fn sign(player: Player) -> f32 {
    match player {
        Player::P1 => 1.0,
        Player::P2 => -1.0,
    }
}

impl Node {
    fn new(position: Box<dyn AnyPosition>) -> Self {
        let won = position.winning_turn().and_then(|choice| position.after(choice));
        let outcome = won.as_ref().map_or_else(|| position.outcome(), |after| after.outcome());
        let proven = outcome.map(|outcome| points(Some(outcome)));
        let actor = position.actor();
        Self { position, actor, choices: 0, children: Vec::new(), visits: 0, points: 0.0, proven }
    }

    /// The mean points of a player.
    pub(super) fn mean(&self, player: Player) -> f32 {
        let mean = if self.visits == 0 { 0.0 } else { self.points / self.visits as f32 };
        sign(player) * self.proven.unwrap_or(mean)
    }

    /// The choice that is tried next: steps of about the golden section reach all, neighbours far from each other.
    fn untried(&self) -> Option<usize> {
        let (tried, all) = (self.children.len(), self.choices);
        (tried < all).then(|| tried * step(all) % all)
    }
}

/// A number near the golden section of `all` without a common divisor.
fn step(all: usize) -> usize {
    let divisor = |mut a: usize, mut b: usize| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let golden = (all as f32 * 0.618) as usize;
    (golden.max(1)..all).find(|step| divisor(*step, all) == 1).unwrap_or(1)
}

/// A tree whose leaves are valued by random games. Rolls are drawn by their weights, so means over them converge to
/// expectations.
pub(super) struct Tree {
    pub(super) nodes: Vec<Node>,
    rng: Rng,
    /// Turns of a random game before it counts as a draw.
    max_turns: usize,
}

impl Tree {
    /// A tree below a position; at the root only some choices are searched, all if the list is empty.
    pub(super) fn new(position: Box<dyn AnyPosition>, searched: &[usize], max_turns: usize, seed: u64) -> Self {
        let mut root = Node::new(position);
        // The root is searched even if it is won: its lines are asked for.
        root.proven = None;
        // Choices that are all there from the beginning leave none to try.
        root.choices = searched.len();
        let mut tree = Self { nodes: vec![root], rng: Rng::new(seed), max_turns };
        for &choice in searched {
            tree.add_child(0, choice);
        }
        tree
    }

    /// Follows the most promising choices to a leaf, values it, and adds the value to all nodes on the way.
    pub(super) fn simulate(&mut self) {
        let (mut path, mut at) = (vec![0], 0);
        while let Some(child) = self.next(at) {
            path.push(child);
            at = child;
        }
        let leaf = &self.nodes[at];
        let value = match leaf.proven {
            Some(points) => points,
            None => points(leaf.position.playout(&mut self.rng, self.max_turns)),
        };
        for at in path {
            self.nodes[at].visits += 1;
            self.nodes[at].points += value;
        }
    }

    /// The child that a simulation visits; `None` at a leaf.
    fn next(&mut self, at: usize) -> Option<usize> {
        let node = &mut self.nodes[at];
        if node.proven.is_some() || (node.visits == 0 && at != 0) {
            return None;
        }
        if node.choices == 0 {
            node.choices = node.position.choices();
        }
        match node.actor {
            Actor::Nobody => None,
            Actor::Chance => {
                let choice = node.position.roll(&mut self.rng)?;
                let known = node.children.iter().find(|(of, _)| *of == choice).map(|(_, child)| *child);
                known.or_else(|| self.add_child(at, choice))
            }
            Actor::Player(player) => self.select(at, player),
        }
    }

    /// The best child by its mean and how seldom it was tried. An untried choice counts as good as its parent.
    fn select(&mut self, at: usize, player: Player) -> Option<usize> {
        let node = &self.nodes[at];
        let bonus = EXPLORATION * (node.visits as f32).sqrt() / node.choices.max(1) as f32;
        let value = |child: &Node| child.mean(player) + bonus / (1 + child.visits) as f32;
        let tried = node.children.iter().map(|(_, child)| (value(&self.nodes[*child]), *child));
        let best = tried.reduce(|best, next| if next.0 > best.0 { next } else { best });
        if let Some(choice) = node.untried()
            && best.is_none_or(|(value, _)| value <= node.mean(player) + bonus)
            && let Some(child) = self.add_child(at, choice)
        {
            return Some(child);
        }
        best.map(|(_, child)| child)
    }

    fn add_child(&mut self, at: usize, choice: usize) -> Option<usize> {
        if self.nodes.len() >= MAX_NODES {
            return None;
        }
        let position = self.nodes[at].position.after(choice)?;
        self.nodes.push(Node::new(position));
        let child = self.nodes.len() - 1;
        self.nodes[at].children.push((choice, child));
        Some(child)
    }

    /// The children of the root, the best first: by visits, then by mean.
    pub(super) fn ranking(&self, player: Player) -> Vec<(usize, usize)> {
        let mut children = self.nodes[0].children.clone();
        let key = |(_, child): &(usize, usize)| (self.nodes[*child].visits, self.nodes[*child].mean(player));
        children.sort_by(|a, b| {
            let (a, b) = (key(a), key(b));
            b.0.cmp(&a.0).then(b.1.total_cmp(&a.1))
        });
        children
    }

    /// The notations of a choice at the root and of the most visited turns after it.
    pub(super) fn line(&self, (choice, mut at): (usize, usize)) -> Vec<String> {
        let mut notations = vec![self.nodes[0].position.notation(choice)];
        loop {
            let node = &self.nodes[at];
            let next = node.children.iter().max_by_key(|(_, child)| self.nodes[*child].visits);
            let Some(&(choice, child)) = next.filter(|_| node.actor.player().is_some()) else { return notations };
            notations.push(node.position.notation(choice));
            at = child;
        }
    }
}
