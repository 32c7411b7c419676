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
      title="Empty, failed, refused"
      use="Nothing to show says what to do next; a failure says what went wrong and offers another try."
    >
      <div className="grid gap-6 xl:grid-cols-2">
        <Specimen name="Empty">
          <div className="rounded-xl border border-line">
            <EmptyState
              figure={<Icon name="inbox" className="size-10" />}
              title="Nothing saved yet"
              action={<Button look="primary">Go to new leads</Button>}
            >
              Press S on a lead to keep it here.
            </EmptyState>
          </div>
        </Specimen>
        <Specimen name="Failed; a try under way">
          <div className="rounded-xl border border-line">
            <ErrorState
              title="The list could not be fetched"
              message="The server is restarting"
              onRetry={() => setTrying(true)}
              retrying={trying}
            />
          </div>
        </Specimen>
        <Specimen name="A form that was refused">
          <FormError>Invalid identifier or password</FormError>
        </Specimen>
      </div>
    </Section>
  )
}
