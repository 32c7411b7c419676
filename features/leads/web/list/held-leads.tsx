import { Link } from 'react-router'
import { billingPath } from '#engine/rules/access.ts'
import { useMay } from '#platform/web/session/role.ts'
import { heldText, useReleases } from '../releases.ts'

/** Shown below the list: how many leads the plan holds, and when they are released. */
export function HeldLeads({ projectId }: { projectId: string }) {
  const releases = useReleases(projectId)
  const text = releases && heldText(releases.leads, Date.now())
  if (!text) return null
  return (
    <p className="flex shrink-0 flex-wrap items-center justify-between gap-x-4 border-line border-t px-4 py-2 text-muted text-sm">
      <span className="tabular">{text}</span>
      <OtherPlans />
    </p>
  )
}

/** Shown to users who may choose another plan. */
export function OtherPlans() {
  if (useMay('changeBilling') !== true) return null
  return (
    <Link to={billingPath} className="text-accent-ink underline underline-offset-2">
      Get leads sooner
    </Link>
  )
}
