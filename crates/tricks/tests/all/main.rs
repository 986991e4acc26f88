//! The integration tests of the crate as one program: linking one for each file takes longer.

use facedown_testkit::CountingAlloc;

mod common;
mod deals_common;

mod belief;
mod bots;
mod deals_count;
mod deals_errors;
mod deals_stress;
mod deals_uniform;
mod encode;
mod goldens;
mod laws;
mod playouts;
mod other_rules;
mod rules;
mod wire;
mod worlds;

// Allocations are counted by thread: the other tests disturb none.
#[global_allocator]
static ALLOC: CountingAlloc = CountingAlloc;
