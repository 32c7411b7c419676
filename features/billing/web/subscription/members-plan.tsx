import { Section } from '#platform/web/forms/section.tsx'
import { planNamed } from '../current.ts'
import type { Billing } from '../use-billing.tsx'

const grounds: Record<NonNullable<Billing['access']['by']>, string> = {
  billingOff: 'All features are included at no charge.',
  internalAdmin: 'You have access as an internal admin.',
  subscription: 'Your subscription is active.',
  pass: 'Your 3-Day Pass is active.',
  grant: 'The operator of this server gave this project access.',
}

/** As worded in SPEC 4. */
const reasons: Record<NonNullable<Billing['access']['reason']>, string> = {
  noSubscription: 'No active subscription.',
  canceled: 'Your subscription has been canceled.',
  paused: 'Your subscription is paused.',
  passOver: 'Your 3-Day Pass has ended. No active subscription.',
}

/** The plan and access of a project, for members who may not see its payments. Clients see only the access. */
export function MembersPlan({ billing: { access, plans }, isTeam }: { billing: Billing; isTeam: boolean }) {
  const name = isTeam ? planNamed(plans, access.plan)?.name : undefined
  return (
    <Section title="Subscription">
      <div className="flex flex-col gap-2">
        {name && <p className="font-semibold text-lg">{name}</p>}
        <p>{access.by ? grounds[access.by] : reasons[access.reason ?? 'noSubscription']}</p>
      </div>
    </Section>
  )
}
