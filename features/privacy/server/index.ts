/** The public interface for other features. */
export { eraseProjectSoon } from './erasure/erase-project-soon.ts'
export { insertErasure } from './erasure/erasures.ts'
export { countPeopleKept } from './erasure/sandbox.ts'
export { renewExportsAbout } from './export/exports.ts'
