use facedown_game::*;
use facedown_search::*;
use facedown_testkit::toys::*;
fn main() {
    let which = std::env::args().nth(1).unwrap();
    let cfg = SearchConfig { root_trees: 1, early_stop: false, ..Default::default() };
    if which == "two" {
        let g = TwoPacks;
        let s = g.deal(&g.first_setup(), &mut Rng::new(5), &mut ());
        let v = g.view(&s, Seat::new(0));
        let w = g.worlds(&v).unwrap();
        let mut se = Searcher::new(g, cfg).unwrap();
        for _ in 0..8 {
            let a =
                se.search_view(&v, &w, Budget::iterations(300_000), Control::default()).unwrap();
            println!("{}", a.totals.mean_depth);
        }
    } else {
        let g = Leduc;
        let s = g.deal(&(), &mut Rng::new(5), &mut ());
        let v = g.view(&s, Seat::new(0));
        let w = g.worlds(&v).unwrap();
        let mut se = Searcher::new(g, cfg).unwrap();
        for _ in 0..8 {
            let a =
                se.search_view(&v, &w, Budget::iterations(2_000_000), Control::default()).unwrap();
            println!("{}", a.totals.mean_depth);
        }
    }
}
