import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { SourceHealth } from '#platform/contract/source-health.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { bringsItems, sourceName } from '#platform/web/text/source-names.ts'
import { count, rateText, spanText } from '#platform/web/text/units.ts'
import type { HealthReport } from '../../contract.ts'
import { UndeliveredMails } from '../mail/undelivered-mails.tsx'
import { Failures } from './failures.tsx'
import { jobNames, summaryOf } from './labels.ts'

interface HealthPanelProps {
  projectId: string
  report: HealthReport
  /** When the report was fetched; ages are relative to it. */
  now: number
  connected: boolean
  /** Called when a link is followed. */
  onLeave: () => void
}

const states = {
  well: { look: 'good', label: 'Operational' },
  behind: { look: 'warn', label: 'Behind' },
  failing: { look: 'danger', label: 'Needs attention' },
} as const

/** Shows the server's health: failures to retry and sources; to operators, also its work in figures. */
export function HealthPanel({ projectId, report, now, connected, onLeave }: HealthPanelProps) {
  const { state, failures, pipeline, sources, jobs, mayRetry } = report
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col items-start gap-2">
        <Badge look={states[state].look}>{states[state].label}</Badge>
        <p className="wrap-anywhere text-pretty">{summaryOf(report, connected, now).text}.</p>
      </div>
      {failures.length > 0 && <Failures projectId={projectId} failures={failures} mayRetry={mayRetry} now={now} />}
      <Part title="Sources">
        {!sources.some(bringsItems) && (
          <p className="text-muted">
            No live source is connected. Posts come only from{' '}
            <Link to={paths.projectImports} onClick={onLeave} className="text-accent-ink underline underline-offset-3">
              imports
            </Link>
            .
          </p>
        )}
        {sources.length > 0 && (
          <ul className="flex flex-col gap-4">
            {sources.map((source) => (
              <Source key={source.source} source={source} now={now} />
            ))}
          </ul>
        )}
        <p className="text-muted text-sm">
          For feeds and errors, see{' '}
          <Link to={paths.projectSources} onClick={onLeave} className="text-accent-ink underline underline-offset-3">
            Sources
          </Link>
        </p>
      </Part>
      {jobs.length > 0 && <Operation pipeline={pipeline} jobs={jobs} />}
    </div>
  )
}

/** The server's work in figures, for operators. */
function Operation({ pipeline, jobs }: Pick<HealthReport, 'pipeline' | 'jobs'>) {
  return (
    <>
      <Part title="Undelivered email">
        <UndeliveredMails />
      </Part>
      <Part title="Processing">
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
          <Fact name="Backlog">
            {pipeline.items === 0 ? 'Empty' : `${count(pipeline.items)} posts in ${batchesText(pipeline.batches)}`}
          </Fact>
          <Fact name="Delay">{pipeline.items === 0 ? 'Up to date' : spanText(pipeline.lagSeconds)}</Fact>
          <Fact name="Throughput">{rateText(pipeline.itemsPerMinute)}</Fact>
        </dl>
      </Part>
      <Part title="Jobs">
        <table className="tabular w-full text-sm">
          <thead>
            <tr className="border-line border-b text-left text-muted">
              <th scope="col" className="py-1.5 font-medium">
                Job
              </th>
              <th scope="col" className="py-1.5 pl-4 text-right font-medium">
                Running
              </th>
              <th scope="col" className="py-1.5 pl-4 text-right font-medium">
                Waiting
              </th>
            </tr>
          </thead>
          <tbody>
            {jobs.map(({ kind, running, waiting, waitingSeconds }) => (
              <tr key={kind} className="border-line border-b last:border-b-0">
                <th scope="row" className="py-1.5 text-left font-normal">
                  {jobNames[kind]}
                </th>
                <td className="py-1.5 pl-4 text-right">{figure(running)}</td>
                <td className="py-1.5 pl-4 text-right">
                  {figure(waiting)}
                  {waitingSeconds >= 1 && <span className="text-muted"> for {spanText(waitingSeconds)}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Part>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="tabular">{children}</dd>
    </>
  )
}

function Source({
  source: { source, itemsPerMinute, lastSuccessAt, newestPostedAt, lagSeconds, gaps, error, nextTryAt },
  now,
}: SourceProps) {
  const ago = (instant: string) => spanText((now - Date.parse(instant)) / 1000)
  const facts = [
    bringsItems({ source }) && rateText(itemsPerMinute),
    lastSuccessAt ? `last response ${ago(lastSuccessAt)} ago` : 'no response yet',
    newestPostedAt && `newest post ${ago(newestPostedAt)} old`,
    lagSeconds !== null && `delayed by ${spanText(lagSeconds)}`,
    gaps.open > 0 && `${gapsText(gaps.open)} being filled`,
    gaps.lost > 0 && `${gapsText(gaps.lost)} not filled today`,
  ].filter(Boolean)
  const next = nextTryAt ? (Date.parse(nextTryAt) - now) / 1000 : 0
  return (
    <li>
      <p className="flex items-center gap-2 font-medium">
        {sourceName(source)}
        {error && <Badge look="danger">Not working</Badge>}
      </p>
      <p className="tabular text-muted text-sm">{facts.join(' · ')}</p>
      {error && (
        <p className="wrap-anywhere text-danger text-sm">
          {error}
          {next > 0 && <span className="text-muted"> · retries in {spanText(next)}</span>}
        </p>
      )}
    </li>
  )
}

interface SourceProps {
  source: SourceHealth
  now: number
}

function gapsText(gaps: number): string {
  return `${count(gaps)} ${gaps === 1 ? 'gap' : 'gaps'}`
}

function batchesText(batches: number): string {
  return `${count(batches)} ${batches === 1 ? 'batch' : 'batches'}`
}

/** Dims zeros, which are many and say little. */
function figure(value: number): ReactNode {
  return value === 0 ? <span className="text-faint">0</span> : count(value)
}
