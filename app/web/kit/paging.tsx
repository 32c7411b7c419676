import { useState } from 'react'
import { Pager } from '#platform/ui/lists/pager.tsx'
import { Tabs } from '#platform/ui/tabs.tsx'
import { Row, Section, Specimen } from './specimen.tsx'

type Tab = 'new' | 'saved' | 'seo' | 'all'
const tabs = [
  { value: 'new', label: 'New', count: 1204 },
  { value: 'saved', label: 'Saved', count: 0 },
  { value: 'seo', label: 'Ranking in search' },
  { value: 'all', label: 'All' },
] as const

export function Paging() {
  const [tab, setTab] = useState<Tab>('new')
  const [page, setPage] = useState(5)
  const [short, setShort] = useState(1)
  return (
    <Section id="paging" title="Tabs and pager" use="Several views of the same thing, and rows split into pages.">
      <Row>
        <Specimen name="Tabs" className="sm:col-span-2 xl:col-span-3">
          <Tabs value={tab} onValueChange={setTab} tabs={tabs} label="Leads">
            <p className="px-4 py-6 text-muted">Content of “{tabs.find(({ value }) => value === tab)?.label}”.</p>
          </Tabs>
        </Specimen>
        <Specimen name="Pager: many pages" className="sm:col-span-2 xl:col-span-3">
          <Pager label="Audit entries" page={page} pageSize={25} total={1203} onPage={setPage} />
        </Specimen>
        <Specimen name="Pager: a few">
          <Pager label="Notes" page={short} pageSize={10} total={21} onPage={setShort} />
        </Specimen>
        <Specimen name="Pager: one">
          <Pager label="Reports" page={1} pageSize={25} total={7} onPage={setShort} />
        </Specimen>
        <Specimen name="Pager: none">
          <Pager label="Reminders" page={1} pageSize={25} total={0} onPage={setShort} />
        </Specimen>
      </Row>
    </Section>
  )
}
