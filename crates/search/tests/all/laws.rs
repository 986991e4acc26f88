//! Bots that search keep the leak law: hidden information does not change their choices.

use facedown_search::{Algorithm, Budget, RootAllocation, SearchBot, SearchConfig};
use facedown_testkit::Laws;
use facedown_testkit::toys::{Calls, Coin, HighCard, Kuhn, Leduc, Rows, TicTacToe};

fn config(algorithm: Algorithm) -> SearchConfig {
    SearchConfig { algorithm, root_trees: 2, worlds: 3, memory: 4 << 20, ..SearchConfig::default() }
}

const ALL: [Algorithm; 6] = [
    Algorithm::Uct,
    Algorithm::SoIsmcts,
    Algorithm::MoIsmcts,
    Algorithm::Flat,
    Algorithm::Determinized,
    Algorithm::Puct,
];

macro_rules! keeps_the_laws {
    ($name:ident, $game:expr, $hands:expr $(, $more:ident)*) => {
        #[test]
        fn $name() {
            for algorithm in ALL {
                let game = $game;
                let bot = || {
                    let budget = Budget::iterations(60);
                    SearchBot::new(game.clone(), config(algorithm), budget).unwrap()
                };
                Laws::new($game).hands($hands).seed(11).policy(bot)$(.$more())*.run();
            }
        }
    };
}

keeps_the_laws!(bots_of_kuhn_poker_keep_the_laws, Kuhn, 12);
keeps_the_laws!(bots_of_leduc_poker_keep_the_laws, Leduc, 12);
keeps_the_laws!(bots_of_the_calling_game_keep_the_laws, Calls, 4);
keeps_the_laws!(bots_of_rows_keep_the_laws, Rows, 4);
keeps_the_laws!(bots_of_the_high_card_match_keep_the_laws, HighCard, 8);
keeps_the_laws!(bots_of_the_coin_keep_the_laws, Coin::OTHER_OBSERVER, 12);
keeps_the_laws!(bots_of_tic_tac_toe_keep_the_laws, TicTacToe, 3, perfect_information);

#[test]
fn bots_that_halve_keep_the_laws() {
    let bot = || {
        let root = RootAllocation::SequentialHalving;
        let config = SearchConfig { root, ..config(Algorithm::SoIsmcts) };
        SearchBot::new(Leduc, config, Budget::iterations(60)).unwrap()
    };
    Laws::new(Leduc).hands(12).seed(12).policy(bot).run();
}
