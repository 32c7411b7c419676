import { Disclosure } from '#platform/ui/disclosure.tsx'
import type { SeoQuestion } from '../contract.ts'
import { engineName } from './text.ts'

/** What was asked, with the outcome for each engine and model. */
export function Questions({ questions }: { questions: readonly SeoQuestion[] }) {
  const byText = [...Map.groupBy(questions, ({ text }) => text)]
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
