//! The integration tests of the crate as one program: linking one for each file takes longer.

use facedown_testkit::CountingAlloc;

mod kernel_support;

mod goldens;
mod kernel_allocations;
mod kernel_arrange;
mod kernel_backend;
mod kernel_deadwood;
mod kernel_defence;
mod kernel_discards;
mod laws;
mod luck;
mod playouts;
mod records;
mod rules;
mod worlds;

// Allocations are counted by thread: the other tests disturb none.
#[global_allocator]
static ALLOC: CountingAlloc = CountingAlloc;
