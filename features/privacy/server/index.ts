/** What other features may use of this one. */
export { eraseProjectSoon } from './erasure/erase-project-soon.ts'
export { insertErasure } from './erasure/erasures.ts'
export { countPeopleKept } from './erasure/sandbox.ts'
export { renewExportsAbout } from './export/exports.ts'
