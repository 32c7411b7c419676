/**
 * The head of a workspace's memory, written by engine/match/workspace.ts: addresses of tables and lists. Functions read
 * its fields before their loops, to keep them in registers.
 */
@unmanaged
class Workspace {
  // Tables of a trie: see TrieTables in engine/match/workspace.ts.
  slots: usize
  slotMask: u32
  pool: usize
  filter: usize
  filterMask: u32
  nodes: usize
  nodeSlots: u32
  beginning: i32
  // Lists of a text: see placeLists() in engine/match/workspace.ts.
  table: usize
  units: usize
  codes: usize
  classes: usize
  starts: usize
  ends: usize
  hashes: usize
  tokens: usize
  keys: usize
  pairs: usize
  passing: usize
  hits: usize
}

export const workspace = changetype<Workspace>(0)
