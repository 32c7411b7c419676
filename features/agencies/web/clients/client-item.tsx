import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { queueViews } from '#engine/dashboard/queue-views.ts'
import { type View, viewParams } from '#engine/rules/lead-view.ts'
import type { AgencyPlan } from '#engine/subscription/plans.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '#platform/ui/overlays/menu.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { inProject } from '#platform/web/page/in-project.ts'
import { paths } from '#platform/web/page/paths.ts'
import { agoText, exactTime } from '#platform/web/text/age.ts'
import { count } from '#platform/web/text/units.ts'
import type { ClientProject } from '../../contract.ts'
import { call } from '../api.ts'
import { refreshAgency } from '../queries.ts'
import { countText, planName, planOptions, sourceBadges, tightestUsage } from './labels.ts'

type Figures = NonNullable<ClientProject['figures']>

/** A client project: its plan, and numbers that each lead to what they count. */
export function ClientItem({ client, now }: { client: ClientProject; now: number }) {
  const { id, name, website, figures, granted } = client
  const heading = useId()
  return (
    <li aria-labelledby={heading} className="flex flex-col gap-3 py-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="min-w-0 flex-1 basis-48">
          <h2 id={heading} className="wrap-anywhere font-semibold">
            <Link to={inProject(id, paths.dashboard)} className="rounded hover:underline">
              {name}
            </Link>
          </h2>
          {website && <p className="wrap-anywhere text-muted text-sm">{website}</p>}
        </div>
        <Plan client={client} />
        <Actions client={client} />
      </div>
      {!granted && (
        <p className="text-sm text-warn">
          This project has no active plan, so it finds no leads.{' '}
          <Link to={inProject(id, paths.projectBilling)} className="underline underline-offset-3">
            Billing
          </Link>
        </p>
      )}
      <dl className="grid grid-cols-3 gap-x-4 gap-y-3 rounded-xl bg-sunken p-4 sm:grid-cols-6 sm:gap-x-2">
        {figures && <LeadFigures id={id} figures={figures} />}
        {figures && <Usage id={id} usage={figures.usage} />}
        {figures && (
          <Figure name="Sources" to={inProject(id, paths.projectSources)}>
            <Badge look={sourceBadges[figures.sources].look}>{sourceBadges[figures.sources].text}</Badge>
          </Figure>
        )}
        <Visit client={client} now={now} />
      </dl>
    </li>
  )
}

function LeadFigures({ id, figures }: { id: string; figures: Figures }) {
  const { newLeads, hotLeads, dueReplies } = figures
  const to = (view: View) => inProject(id, `${paths.opportunities}?${viewParams(view, null)}`)
  return (
    <>
      <Figure name="New leads" to={to(queueViews.newLeads)}>
        <Value>{countText(newLeads)}</Value>
      </Figure>
      <Figure name="Hot leads" to={to(queueViews.hotLeads)}>
        <Value isHot={hotLeads.count > 0}>{countText(hotLeads)}</Value>
      </Figure>
      <Figure name="Replies due" to={to(queueViews.dueReplies)}>
        <Value isHot={dueReplies.count > 0}>{countText(dueReplies)}</Value>
      </Figure>
    </>
  )
}

function Usage({ id, usage }: { id: string; usage: Figures['usage'] }) {
  const tightest = tightestUsage(usage)
  return (
    <Figure name="Plan used" to={inProject(id, paths.projectBilling)} detail={tightest?.text}>
      {tightest ? (
        <Value isHot={tightest.isTight}>{tightest.percent}%</Value>
      ) : (
        <span className="text-muted text-sm">No limit</span>
      )}
    </Figure>
  )
}

function Visit({ client: { id, clients }, now }: { client: ClientProject; now: number }) {
  const { active, invited, seenAt } = clients
  const text =
    seenAt !== null
      ? agoText(seenAt, now)
      : active > 0
        ? 'Never'
        : invited > 0
          ? `${count(invited)} invited`
          : 'Not invited'
  return (
    <Figure
      name="Client visit"
      to={inProject(id, paths.projectMembers)}
      detail={seenAt ? exactTime(seenAt) : undefined}
    >
      <span className="text-sm">{text}</span>
    </Figure>
  )
}

function Value({ isHot = false, children }: { isHot?: boolean; children: ReactNode }) {
  return <span className={`tabular font-semibold text-xl ${isHot ? 'text-accent-ink' : ''}`}>{children}</span>
}

interface FigureProps {
  name: string
  to: string
  detail?: string | undefined
  children: ReactNode
}

function Figure({ name, to, detail, children }: FigureProps) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5" title={detail}>
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="flex min-h-7 items-center">
        <Link to={to} className="max-w-full rounded underline-offset-4 hover:underline">
          {children}
          {detail && <span className="sr-only"> ({detail})</span>}
        </Link>
      </dd>
    </div>
  )
}

function Plan({ client: { id, name, plan, isOwned } }: { client: ClientProject }) {
  const change = (next: AgencyPlan, before: AgencyPlan | null, undone = false) =>
    withErrorToast(async () => {
      await call('agencyPlanPut', { id, body: { data: { plan: next } } })
      await refreshAgency(id)
      if (undone || before === null) return
      notify({ title: `${name} is now on ${planName(next)}`, undo: () => void change(before, next, true) })
    })
  if (!isOwned) return <Badge>{plan ? planName(plan) : 'No plan'}</Badge>
  return (
    <Select
      quiet
      aria-label={`Plan of ${name}`}
      value={plan}
      placeholder="Choose a plan"
      options={planOptions(plan)}
      onChange={(next) => next !== plan && void change(next, plan)}
    />
  )
}

function Actions({ client: { id, name, plan, isOwned } }: { client: ClientProject }) {
  const restore = (to: AgencyPlan) =>
    withErrorToast(async () => {
      await call('agencyPlanPut', { id, body: { data: { plan: to } } })
      await refreshAgency(id)
    })
  const end = () =>
    withErrorToast(async () => {
      await call('agencyPlanDelete', { id })
      await refreshAgency(id)
      notify({
        title: `${name} is no longer a client project`,
        description: 'Its data is kept. It needs its own plan now.',
        ...(plan && { undo: () => void restore(plan) }),
      })
    })
  return (
    <Menu
      align="end"
      trigger={
        <Button look="ghost" size="icon" aria-label={`Actions for ${name}`}>
          <Icon name="more" />
        </Button>
      }
    >
      <MenuItem icon={<Icon name="dashboard" />} render={<Link to={inProject(id, paths.dashboard)} />}>
        Open project
      </MenuItem>
      <MenuItem icon={<Icon name="chart" />} render={<Link to={inProject(id, paths.insights)} />}>
        Insights and reports
      </MenuItem>
      <MenuItem icon={<Icon name="people" />} render={<Link to={inProject(id, paths.projectMembers)} />}>
        Invite the client
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={<Icon name="project" />}
        disabled={!isOwned}
        detail={isOwned ? 'Keeps its data, with its own plan' : 'Only owners can do this'}
        onClick={() => void end()}
      >
        Make an ordinary project
      </MenuItem>
    </Menu>
  )
}
