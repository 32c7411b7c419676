/**
 * The points between two effects at which a process may die. Each is named, so that a test can make it happen at every
 * one of them (faults 58): `ctx.reach(point)` does nothing in a running program and throws where a test says so.
 */
export const faultPoints = [
  'arrive: written',
  'arrive: committed',
  'candidates: begun',
  'candidates: read',
  'candidates: found',
  'candidates: posts written',
  'candidates: scored',
  'candidates: candidates written',
  'candidates: opportunities written',
  'candidates: batch written',
  'candidates: committed',
  'scan: begun',
  'scan: opportunities written',
  'scan: job sent',
  'scan: committed',
  'postponed: begun',
  'postponed: written',
  'postponed: committed',
  'freshness: written',
  'freshness: committed',
  'learn: written',
  'learn: committed',
  'embed: asked',
  'embed: description written',
  'embed: leads written',
  'embed: committed',
  'upkeep: written',
  'upkeep: committed',
  'import: batch written',
  'import: committed',
  'purge: written',
  'purge: committed',
] as const
export type FaultPoint = (typeof faultPoints)[number]
