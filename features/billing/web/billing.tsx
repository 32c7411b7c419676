import { PageHeading } from '#platform/ui/page-heading.tsx'
import { Locked, Section } from '#platform/web/forms/section.tsx'
import { useProject } from '#platform/web/session/project.ts'
import { useMay } from '#platform/web/session/role.ts'
import { CheckoutReturn } from './checkout/checkout-return.tsx'
import { Ordering } from './checkout/ordering.tsx'
import { PlanPicker } from './picker/plan-picker.tsx'
import { Credits } from './subscription/credits.tsx'
import { CurrentPlan } from './subscription/current-plan.tsx'
import { Invoices } from './subscription/invoices.tsx'
import { MembersPlan } from './subscription/members-plan.tsx'
import { OwnData } from './subscription/own-data.tsx'
import { PaymentDetails } from './subscription/payment-details.tsx'
import { UsageBars } from './subscription/usage-bars.tsx'
import { type Billing as KnownBilling, WithBilling } from './use-billing.tsx'

/** The plan, payments, and usage of a project. Projects without access are redirected here (SPEC 5, DECISIONS 3, 4). */
export function Billing() {
  const project = useProject()
  return (
    <>
      <PageHeading title="Billing">{project && `Plan, payments, and usage of ${project.name}.`}</PageHeading>
      <WithBilling>{(billing) => <Known billing={billing} />}</WithBilling>
    </>
  )
}

function Known({ billing }: { billing: KnownBilling }) {
  const { project, mode, locked, access } = billing
  const isTeam = useMay('readMembers') === true
  if (mode === 'off') {
    return (
      <>
        <p className="text-lg">All features are included at no charge.</p>
        {isTeam && <UsageBars projectId={project.id} />}
        <OwnData isShut={false} />
      </>
    )
  }
  if (locked !== null) {
    return (
      <>
        <Locked>{locked}</Locked>
        <MembersPlan billing={billing} isTeam={isTeam} />
        {isTeam && <UsageBars projectId={project.id} />}
        <OwnData isShut={!access.granted} />
      </>
    )
  }
  return (
    <Ordering billing={billing}>
      {(order) => (
        <>
          <CheckoutReturn project={project} plans={billing.plans} />
          <PaymentDetails billing={billing} />
          <CurrentPlan billing={billing} onOrder={order} />
          {/* The guard shuts the page of plans (DECISIONS 4). */}
          {!access.granted && (
            <Section title="Plans">
              <PlanPicker billing={billing} onOrder={order} />
            </Section>
          )}
          <UsageBars projectId={project.id} />
          <Invoices projectId={project.id} />
          <Credits projectId={project.id} />
          <OwnData isShut={!access.granted} />
        </>
      )}
    </Ordering>
  )
}
