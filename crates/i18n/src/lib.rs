//! Message catalogues in English, Serbian, Greek and Hebrew.
