//! Each yaku by its definition.

use super::{Group, Scorer, Shape, honour, outside, terminal};
use facedown_riichi::score::{Daisharin, Renhou, Riichi, Situation, Yaku};

impl Scorer<'_> {
    pub(super) fn situational(&self) -> Vec<Yaku> {
        let Situation { tsumo, riichi, .. } = *self.situation;
        let mut yaku = Vec::new();
        let open = self.situation.open_riichi && self.rules.local.open_riichi;
        match (riichi, open) {
            (Riichi::No, _) => {}
            (Riichi::Single, false) => yaku.push(Yaku::Riichi),
            (Riichi::Single, true) => yaku.push(Yaku::OpenRiichi),
            (Riichi::Double, false) => yaku.push(Yaku::DoubleRiichi),
            (Riichi::Double, true) => yaku.push(Yaku::DoubleOpenRiichi),
        }
        if riichi != Riichi::No && open && !tsumo && self.rules.local.sashikomi {
            yaku.push(Yaku::Sashikomi);
        }
        if self.situation.ippatsu {
            yaku.push(Yaku::Ippatsu);
        }
        if tsumo && self.closed {
            yaku.push(Yaku::Tsumo);
        }
        if self.situation.last_tile {
            yaku.push(if tsumo { Yaku::Haitei } else { Yaku::Houtei });
        }
        if self.situation.after_kan {
            yaku.push(Yaku::Rinshan);
        }
        if self.situation.robbed_kan {
            yaku.push(Yaku::Chankan);
        }
        if self.situation.first_turn {
            let dealer = self.situation.seat_wind.index() == 27;
            match (tsumo, dealer) {
                (true, true) => yaku.push(Yaku::Tenhou),
                (true, false) => yaku.push(Yaku::Chiihou),
                (false, false) => yaku.push(Yaku::Renhou),
                (false, true) => {}
            }
        }
        yaku
    }

    pub(super) fn of_kinds(&self) -> Vec<Yaku> {
        let mut yaku = Vec::new();
        let all = |test: fn(usize) -> bool| self.all.iter().all(|&kind| test(kind));
        let any_honour = self.all.iter().any(|&kind| honour(kind));
        let mut suits: Vec<usize> =
            self.all.iter().filter(|&&kind| !honour(kind)).map(|kind| kind / 9).collect();
        suits.sort_unstable();
        suits.dedup();
        if all(|kind| !outside(kind)) && (self.closed || self.rules.open_tanyao) {
            yaku.push(Yaku::Tanyao);
        }
        match (suits.len(), any_honour) {
            (1, true) => yaku.push(Yaku::Honitsu),
            (1, false) => yaku.push(Yaku::Chinitsu),
            (0, _) => yaku.push(Yaku::Tsuuiisou),
            _ => {}
        }
        if all(outside) && any_honour && !suits.is_empty() {
            yaku.push(Yaku::Honroutou);
        }
        if all(terminal) {
            yaku.push(Yaku::Chinroutou);
        }
        if all(|kind| [19, 20, 21, 23, 25, 32].contains(&kind)) {
            yaku.push(Yaku::Ryuuiisou);
        }
        yaku.extend(self.nine_gates());
        let wheels: Vec<usize> = match self.rules.local.daisharin {
            Daisharin::No => vec![],
            Daisharin::Circles => vec![1],
            Daisharin::AnySuit => vec![0, 1, 2],
        };
        for suit in wheels {
            let wheel = (9 * suit + 1..9 * suit + 8).all(|kind| self.case.closed[kind] == 2);
            if wheel && self.case.melds.is_empty() {
                yaku.push(Yaku::Daisharin);
            }
        }
        yaku
    }

    fn nine_gates(&self) -> Option<Yaku> {
        if !self.case.melds.is_empty() {
            return None;
        }
        for suit in 0..3 {
            let mut pattern = [0u8; 34];
            pattern[9 * suit..9 * suit + 9].copy_from_slice(&[3, 1, 1, 1, 1, 1, 1, 1, 3]);
            for extra in 9 * suit..9 * suit + 9 {
                let mut full = pattern;
                full[extra] += 1;
                if full == self.case.closed {
                    let pure = extra == self.win;
                    return Some(if pure { Yaku::JunseiChuuren } else { Yaku::Chuuren });
                }
            }
        }
        None
    }

    pub(super) fn of_groups(&self, groups: &[Group]) -> Vec<Yaku> {
        let mut yaku = Vec::new();
        let alike: Vec<usize> =
            groups.iter().filter(|group| group.is_triplet()).map(|group| group.first).collect();
        let mut runs: Vec<usize> = groups
            .iter()
            .filter(|group| group.shape == Shape::Run)
            .map(|group| group.first)
            .collect();
        runs.sort_unstable();
        let pair = groups.iter().find(|group| group.shape == Shape::Pair).expect("a pair").first;
        yaku.extend(self.of_honours(&alike, pair));
        if alike.len() == 4 {
            yaku.push(Yaku::Toitoi);
        }
        for number in 0..9 {
            let in_suits = |list: &[usize]| (0..3).all(|suit| list.contains(&(9 * suit + number)));
            if in_suits(&alike) {
                yaku.push(Yaku::SanshokuDoukou);
            }
            if in_suits(&runs) && !yaku.contains(&Yaku::SanshokuDoujun) {
                yaku.push(Yaku::SanshokuDoujun);
            }
        }
        if (0..3).any(|suit| [0, 3, 6].iter().all(|start| runs.contains(&(9 * suit + start)))) {
            yaku.push(Yaku::Ittsu);
        }
        if groups.iter().all(|group| group.touches_outside()) && !runs.is_empty() {
            let honours = self.all.iter().any(|&kind| honour(kind));
            yaku.push(if honours { Yaku::Chanta } else { Yaku::Junchan });
        }
        if self.closed {
            let mut twins = 0;
            let mut i = 0;
            while i + 1 < runs.len() {
                if runs[i] == runs[i + 1] {
                    twins += 1;
                    i += 1;
                }
                i += 1;
            }
            match twins {
                1 => yaku.push(Yaku::Iipeikou),
                2 => yaku.push(Yaku::Ryanpeikou),
                _ => {}
            }
        }
        match groups.iter().filter(|group| group.shape == Shape::Kan).count() {
            3 => yaku.push(Yaku::Sankantsu),
            4 => yaku.push(Yaku::Suukantsu),
            _ => {}
        }
        yaku
    }

    fn of_honours(&self, alike: &[usize], pair: usize) -> Vec<Yaku> {
        let seats = [Yaku::SeatEast, Yaku::SeatSouth, Yaku::SeatWest, Yaku::SeatNorth];
        let rounds = [Yaku::RoundEast, Yaku::RoundSouth, Yaku::RoundWest, Yaku::RoundNorth];
        let dragons = [Yaku::Haku, Yaku::Hatsu, Yaku::Chun];
        let mut yaku = Vec::new();
        for &kind in alike.iter().filter(|&&kind| honour(kind)) {
            if kind >= 31 {
                yaku.push(dragons[kind - 31]);
            }
            if kind == self.situation.seat_wind.index() {
                yaku.push(seats[kind - 27]);
            }
            if kind == self.situation.round_wind.index() {
                yaku.push(rounds[kind - 27]);
            }
        }
        let dragons = alike.iter().filter(|&&kind| kind >= 31).count();
        let winds = alike.iter().filter(|&&kind| (27..31).contains(&kind)).count();
        match dragons {
            3 => yaku.push(Yaku::Daisangen),
            2 if pair >= 31 => yaku.push(Yaku::Shousangen),
            _ => {}
        }
        match winds {
            4 => yaku.push(Yaku::Daisuushii),
            3 if (27..31).contains(&pair) => yaku.push(Yaku::Shousuushii),
            _ => {}
        }
        yaku
    }

    pub(super) fn times(&self, yaku: Yaku) -> u32 {
        let double = &self.rules.double_yakuman;
        match yaku {
            Yaku::Renhou => u32::from(self.rules.renhou == Renhou::Yakuman),
            Yaku::KokushiThirteen => 1 + u32::from(double.kokushi_thirteen),
            Yaku::SuuankouTanki => 1 + u32::from(double.suuankou_tanki),
            Yaku::JunseiChuuren => 1 + u32::from(double.junsei_chuuren),
            Yaku::Daisuushii => 1 + u32::from(double.daisuushii),
            Yaku::Tenhou
            | Yaku::Chiihou
            | Yaku::Daisangen
            | Yaku::Suuankou
            | Yaku::Tsuuiisou
            | Yaku::Ryuuiisou
            | Yaku::Chinroutou
            | Yaku::Chuuren
            | Yaku::Kokushi
            | Yaku::Shousuushii
            | Yaku::Suukantsu
            | Yaku::Sashikomi
            | Yaku::Daisharin
            | Yaku::Daichisei
            | Yaku::Paarenchan => 1,
            _ => 0,
        }
    }

    pub(super) fn han(&self, yaku: Yaku) -> u32 {
        let (closed, open) = match yaku {
            Yaku::Chinitsu => (6, 5),
            Yaku::Renhou => (5, 5),
            Yaku::Honitsu | Yaku::Junchan => (3, 2),
            Yaku::Ryanpeikou | Yaku::DoubleOpenRiichi => (3, 3),
            Yaku::Chanta | Yaku::Ittsu | Yaku::SanshokuDoujun => (2, 1),
            Yaku::DoubleRiichi
            | Yaku::OpenRiichi
            | Yaku::Chiitoitsu
            | Yaku::SanshokuDoukou
            | Yaku::Sankantsu
            | Yaku::Toitoi
            | Yaku::Sanankou
            | Yaku::Shousangen
            | Yaku::Honroutou => (2, 2),
            _ => (1, 1),
        };
        if self.closed { closed } else { open }
    }
}
