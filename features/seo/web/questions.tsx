import { useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Disclosure } from '#platform/ui/disclosure.tsx'
import type { SeoQuestion, SeoReport } from '../contract.ts'
import { QueryEditor } from './query-editor.tsx'
import { engineName } from './text.ts'

interface QuestionsProps {
  projectId: string
  report: Pick<SeoReport, 'questions' | 'queries'>
  mayEdit: boolean
}

/** What was asked, with the outcome for each engine and model, and what is asked next. */
export function Questions({ projectId, report: { questions, queries }, mayEdit }: QuestionsProps) {
  const [editing, setEditing] = useState(false)
  const byText = [...Map.groupBy(questions, ({ text }) => text)]
  return (
    <div className="flex items-start gap-x-4">
      <div className="min-w-0 flex-1">
        <Asked byText={byText} />
      </div>
      {mayEdit && (
        <Button look="ghost" size="small" className="-my-1 shrink-0" onClick={() => setEditing(true)}>
          Edit queries
        </Button>
      )}
      {editing && <QueryEditor projectId={projectId} queries={queries} onClose={() => setEditing(false)} />}
    </div>
  )
}

function Asked({ byText }: { byText: readonly [string, SeoQuestion[]][] }) {
  return (
    <Disclosure title={byText.length === 1 ? '1 query' : `${byText.length} queries`}>
      <dl className="flex flex-col gap-2">
        {byText.map(([text, asked]) => (
          <div key={text} className="wrap-anywhere flex flex-wrap gap-x-3">
            <dt className="font-medium">{text}</dt>
            {asked.map((question) => (
              <dd key={question.engine} className="tabular text-muted">
                {outcomeText(question)}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </Disclosure>
  )
}

function outcomeText({ kind, engine, fault, isOpen, askedAt, found }: SeoQuestion): string {
  const name = kind === 'estimated' ? 'Stored posts' : engineName(engine)
  if (askedAt !== null) return `${name}: ${found === 1 ? '1 thread' : `${found} threads`}`
  if (fault !== null) return `${name}: ${fault}${isOpen ? '. Earshot tries again.' : ''}`
  return `${name}: waiting`
}
