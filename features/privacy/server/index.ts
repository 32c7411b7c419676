/** The public interface for other features. */
export { deleteAccountOf } from './erasure/delete-account.ts'
export { eraseProjectSoon } from './erasure/erase-project-soon.ts'
export { insertErasure } from './erasure/erasures.ts'
export { countPeopleKept } from './erasure/sandbox.ts'
export { exportAccountOf, requestedExportOf } from './export/export-account.ts'
export { renewExportsAbout } from './export/exports.ts'
