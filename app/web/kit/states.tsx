import { useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { ErrorState } from '#platform/ui/error-state.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Section, Specimen } from './specimen.tsx'

export function States() {
  const [trying, setTrying] = useState(false)
  return (
    <Section
      id="states"
      title="Empty, error, not allowed"
      use="An empty state says what to do next. An error says what went wrong and offers to retry."
    >
      <div className="grid gap-6 xl:grid-cols-2">
        <Specimen name="Empty">
          <div className="rounded-xl border border-line">
            <EmptyState
              figure={<Icon name="inbox" className="size-10" />}
              title="No saved leads"
              action={<Button look="primary">Go to new leads</Button>}
            >
              Press S on a lead to keep it here.
            </EmptyState>
          </div>
        </Specimen>
        <Specimen name="Failed; retrying">
          <div className="rounded-xl border border-line">
            <ErrorState
              title="Couldn't load the list"
              message="The server is restarting"
              onRetry={() => setTrying(true)}
              retrying={trying}
            />
          </div>
        </Specimen>
        <Specimen name="Rejected form">
          <FormError>The email or password is incorrect.</FormError>
        </Specimen>
      </div>
    </Section>
  )
}
