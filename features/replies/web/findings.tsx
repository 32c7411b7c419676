import type { CheckVerdict, Finding } from '#engine/replies/check.ts'
import { Button } from '#platform/ui/button.tsx'
import { classes } from '#platform/ui/classes.ts'
import { Disclosure } from '#platform/ui/disclosure.tsx'
import { summaryOf, verdictNames, worstFirst } from './checks.ts'

interface FindingsProps {
  text: string
  findings: readonly Finding[]
  /** Without it, the text can't be changed here. */
  onChange?: ((text: string) => void) | undefined
  /** The name of the section, where there are several. */
  label?: string
}

const looks: Record<CheckVerdict, string> = {
  broken: 'bg-danger-soft text-danger',
  atRisk: 'bg-accent-soft text-accent-ink',
  notChecked: 'bg-hover text-muted',
  passes: 'bg-hover text-muted',
}

/** What the check found: problems with their words and a softer wording, and the rest behind a disclosure. */
export function Findings({ text, findings, onChange, label = 'Rule check' }: FindingsProps) {
  const sorted = worstFirst(findings)
  const problems = sorted.filter(({ verdict }) => verdict === 'broken' || verdict === 'atRisk')
  const others = sorted.filter((finding) => !problems.includes(finding))
  return (
    <section aria-label={label} className="flex flex-col gap-2">
      <h4 className="font-medium">
        Rule check
        <span role="status" className="ml-2 font-normal text-muted text-sm">
          {summaryOf(findings)}
        </span>
      </h4>
      {problems.length > 0 && (
        <ul className="flex flex-col gap-3">
          {problems.map((finding) => (
            <Problem key={keyOf(finding)} finding={finding} text={text} onChange={onChange} />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <Disclosure title={others.length === 1 ? '1 other check' : `${others.length} other checks`}>
          <ul className="flex flex-col gap-3">
            {others.map((finding) => (
              <li key={keyOf(finding)}>
                <Head finding={finding} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </section>
  )
}

function Problem({ finding, text, onChange }: Omit<FindingsProps, 'findings'> & { finding: Finding }) {
  const { marks, addition } = finding
  return (
    <li className="flex flex-col gap-1.5">
      <Head finding={finding} />
      {marks.map(({ start, end, softer }) => {
        const words = text.slice(start, end)
        return (
          <p key={start} className="wrap-anywhere flex flex-wrap items-center gap-2 text-sm">
            <q dir="auto">{words}</q>
            {softer !== null && onChange && (
              <Button
                size="small"
                aria-label={softer === '' ? `Remove “${words}”` : `Replace “${words}” with “${softer}”`}
                onClick={() => onChange(text.slice(0, start) + softer + text.slice(end))}
              >
                {softer === '' ? 'Remove' : `Write “${softer}”`}
              </Button>
            )}
          </p>
        )
      })}
      {addition !== null && onChange && (
        <Button size="small" className="self-start" onClick={() => onChange(`${text.trimEnd()}\n\n${addition}`)}>
          Add “{addition}”
        </Button>
      )}
    </li>
  )
}

function Head({ finding: { name, verdict, text } }: { finding: Finding }) {
  return (
    <div className="text-sm">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <span className={classes('rounded-md px-1.5 py-0.5 font-medium text-xs', looks[verdict])}>
          {verdictNames[verdict]}
        </span>
        <span dir="auto" className="wrap-anywhere font-medium">
          {name}
        </span>
      </p>
      <p dir="auto" className="wrap-anywhere mt-0.5 text-muted">
        {text}
      </p>
    </div>
  )
}

function keyOf({ of }: Finding): string {
  return 'rule' in of ? `rule ${of.rule}` : of.check
}
