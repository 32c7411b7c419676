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
      use="What has just happened, and its undo, for five seconds; longer while the pointer or the focus is on it."
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
        <Specimen name="Colours">
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
                  description: 'Website must be an address',
                  color: 'red',
                })
              }
            >
              Red
            </Button>
            <Button size="small" onClick={() => notify({ title: 'The source answers slowly', color: 'amber' })}>
              Amber
            </Button>
            <Button size="small" onClick={() => notify({ title: '12 new leads', icon: 'inbox' })}>
              Primary, with an icon
            </Button>
          </div>
        </Specimen>
        <Specimen name="Stays; tells when it leaves">
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
                    { label: 'Later', onClick: () => notify({ title: 'Later then' }) },
                  ],
                  callback: () => setLeft((now) => now + 1),
                })
              }
            >
              Say something that stays
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
              Say what takes its place
            </Button>
            <output className="tabular text-muted">{left === 1 ? '1 has left' : `${left} have left`}</output>
          </div>
        </Specimen>
      </Row>
    </Section>
  )
}
