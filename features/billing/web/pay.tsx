import { Link } from 'react-router'
import { Icon } from '#platform/ui/icon.tsx'
import { PageHeading } from '#platform/ui/page-heading.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { useProject } from '#platform/web/session/project.ts'
import { Ordering } from './checkout/ordering.tsx'
import { PlanPicker } from './picker/plan-picker.tsx'
import { WithBilling } from './use-billing.tsx'

/** The plan picker on a page of its own; payments return to billing. */
export function Pay() {
  const project = useProject()
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-6 px-4 pt-3 pb-24 sm:px-8 lg:pt-6">
      <Link
        to={paths.projectBilling}
        className="flex min-h-8 w-fit items-center gap-1.5 rounded-md font-medium text-muted text-sm hover:text-ink"
      >
        <Icon name="back" /> Billing
      </Link>
      <PageHeading title="Plans">{project && `Plans and passes for ${project.name}.`}</PageHeading>
      <WithBilling>
        {(billing) => (
          <Ordering billing={billing}>
            {(order) => (
              <section aria-labelledby="for-sale">
                <h2 id="for-sale" className="sr-only">
                  For sale
                </h2>
                <PlanPicker billing={billing} onOrder={order} />
              </section>
            )}
          </Ordering>
        )}
      </WithBilling>
    </div>
  )
}
