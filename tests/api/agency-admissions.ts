import type { Row } from './admissions.ts'

const settings: Row = { client: false, unpaid: true }

/** The endpoints of agencies. */
export const agencyRows: Record<string, Row | null> = {
  agencyFind: null,
  agencyClientsFind: null,
  brandPut: null,
  brandLogoPut: null,
  brandLogoDelete: null,
  projectBrandFind: { client: true, unpaid: false },
  agencyPlanPut: settings,
  agencyPlanDelete: settings,
  transferPreviewFind: settings,
}
