import { useState } from 'react'
import { VirtualList } from '#platform/ui/lists/virtual-list.tsx'
import { sampleLeads } from './samples.ts'
import { Section, Specimen } from './specimen.tsx'

const leads = sampleLeads(10_000)

export function Lists() {
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <Section
      id="lists"
      title="Long list"
      use="Any number of rows; only visible rows are rendered. The arrow, Home, End, and Page keys move the selection."
    >
      <Specimen name="10,000 rows">
        <p aria-live="polite" className="text-muted text-sm">
          {chosen === null ? 'Nothing selected' : `Selected: lead ${chosen}`}
        </p>
        <VirtualList
          label="10,000 leads"
          items={leads}
          itemKey={({ id }) => id}
          rowHeight={61}
          value={chosen}
          onChange={setChosen}
          className="h-100"
        >
          {({ title, subreddit, score }) => (
            <div className="flex items-center gap-4 py-2">
              <div className="min-w-0 flex-1">
                <p className="truncate font-medium">{title}</p>
                <p className="truncate text-muted text-sm">r/{subreddit}</p>
              </div>
              <span className="tabular text-muted text-sm">{score}</span>
            </div>
          )}
        </VirtualList>
      </Specimen>
    </Section>
  )
}
