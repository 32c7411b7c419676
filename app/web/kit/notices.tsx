import { useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { longText } from './samples.ts'
import { Row, Section, Specimen } from './specimen.tsx'

export function Notices() {
  const [rows, setRows] = useState(3)
  const [left, setLeft] = useState(0)
  return (
    <Section
      id="notices"
      title="Notices"
      use="Confirms what just happened and offers undo for 5 seconds, or longer while hovered or focused."
    >
      <Row>
        <Specimen name="With undo">
          <div className="flex flex-wrap items-center gap-3">
            <Button
              disabled={rows === 0}
              onClick={() => {
                setRows(rows - 1)
                notify({ title: 'Row deleted', undo: () => setRows((now) => now + 1) })
              }}
            >
              Delete a row
            </Button>
            <output className="tabular text-muted">{rows === 1 ? '1 row' : `${rows} rows`}</output>
          </div>
        </Specimen>
        <Specimen name="Colors">
          <div className="flex flex-wrap gap-3">
            <Button
              size="small"
              onClick={() => notify({ id: 'saved', title: 'Project settings saved', color: 'green' })}
            >
              Green
            </Button>
            <Button
              size="small"
              onClick={() =>
                notify({
                  title: 'Error saving project settings',
                  description: 'Website must be a URL',
                  color: 'red',
                })
              }
            >
              Red
            </Button>
            <Button size="small" onClick={() => notify({ title: 'The source is responding slowly', color: 'amber' })}>
              Amber
            </Button>
            <Button size="small" onClick={() => notify({ title: '12 new leads', icon: 'inbox' })}>
              Primary, with icon
            </Button>
          </div>
        </Specimen>
        <Specimen name="Persistent; reports when it closes">
          <div className="flex flex-wrap items-center gap-3">
            <Button
              onClick={() =>
                notify({
                  id: 'grace',
                  title: 'Grace answered you',
                  description: longText,
                  avatar: 'Grace',
                  timeout: 0,
                  actions: [
                    { label: 'Open', onClick: () => notify({ title: 'Opened' }) },
                    { label: 'Later', onClick: () => notify({ title: 'Postponed' }) },
                  ],
                  callback: () => setLeft((now) => now + 1),
                })
              }
            >
              Show a persistent notice
            </Button>
            <Button
              onClick={() =>
                notify({
                  id: 'grace',
                  title: 'You answered Grace',
                  closeButton: false,
                  callback: () => setLeft((now) => now + 1),
                })
              }
            >
              Replace the notice
            </Button>
            <output className="tabular text-muted">{left === 1 ? '1 notice closed' : `${left} notices closed`}</output>
          </div>
        </Specimen>
      </Row>
    </Section>
  )
}
