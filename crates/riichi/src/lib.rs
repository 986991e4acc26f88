//! Riichi mahjong.
