//! The weights that come with the program.

use std::sync::{Arc, OnceLock};

use agon_nn::{Activation, NetFile};
use agon_tavli::{Backgammon, Fevga, Plakoto, Portes};

use super::{Learnt, Nets};

/// A game whose nets come with the program.
pub trait Shipped: Learnt {
    /// The weight file.
    const WEIGHTS: &'static [u8];

    /// Where the nets are kept once they have been read.
    fn cell() -> &'static OnceLock<Arc<Nets<Self>>>;
}

macro_rules! shipped {
    ($variant:ty, $file:literal) => {
        impl Shipped for $variant {
            const WEIGHTS: &'static [u8] = include_bytes!(concat!("../../weights/", $file));

            fn cell() -> &'static OnceLock<Arc<Nets<Self>>> {
                static CELL: OnceLock<Arc<Nets<$variant>>> = OnceLock::new();
                &CELL
            }
        }
    };
}

shipped!(Portes, "portes.net");
shipped!(Plakoto, "plakoto.net");
shipped!(Fevga, "fevga.net");
// Its nets have learnt triples too.
shipped!(Backgammon, "portes.net");

/// The nets that come with the program.
pub fn shipped<V: Shipped>() -> Arc<Nets<V>> {
    let read = || {
        let nets = NetFile::from_bytes(V::WEIGHTS).and_then(|file| Nets::from_file(&file));
        // Tests make sure that the files are sound; nets that know nothing are still better than none.
        Arc::new(
            nets.unwrap_or_else(|_| Nets::random(&[8], Activation::Logistic, &mut agon_core::Rng::new(0))),
        )
    };
    Arc::clone(V::cell().get_or_init(read))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_sound<V: Shipped>() {
        let file = NetFile::from_bytes(V::WEIGHTS).unwrap();
        for fact in ["game", "rules", "seed", "command", "games"] {
            assert!(file.fact(fact).is_some(), "{} lacks {fact}", V::INFO.name);
        }
        assert_eq!(Nets::<V>::from_file(&file).unwrap(), *shipped::<V>());
    }

    #[test]
    fn shipped_weights_are_sound_and_say_where_they_come_from() {
        is_sound::<Portes>();
        is_sound::<Plakoto>();
        is_sound::<Fevga>();
        is_sound::<Backgammon>();
    }
}
