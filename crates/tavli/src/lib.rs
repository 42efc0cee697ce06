//! A library of tavli games: Portes, Plakoto, Fevga and their kin.
