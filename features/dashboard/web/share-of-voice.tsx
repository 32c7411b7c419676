import { Link } from 'react-router'
import type { DayRange } from '#engine/dashboard/day-range.ts'
import { paths } from '#platform/web/page/paths.ts'
import { Bars } from './bars.tsx'
import { Figure } from './figure.tsx'
import { mentionsAddress } from './links.ts'
import type { Voice } from './voice.ts'

/** The most names that are shown. */
const shownMost = 6

/** How much of the mentions is about the brand and about each competitor. */
export function ShareOfVoice({ voices, range }: { voices: readonly Voice[]; range: DayRange }) {
  if (voices.length === 0) {
    return (
      <p className="text-pretty text-muted">
        Nobody mentioned you or a competitor in this period. See{' '}
        <Link to={paths.mentions} className="underline underline-offset-3">
          all mentions
        </Link>
        .
      </p>
    )
  }
  return (
    <Bars
      label="Share of voice"
      bars={voices.slice(0, shownMost).map((voice) => ({
        key: voice.id,
        value: voice.percent,
        isMain: voice.kind === 'brand',
        label: (
          <Figure to={mentionsAddress(range, voice)} className="flex items-baseline justify-between gap-4">
            <span className="wrap-anywhere min-w-0">{voice.phrase}</span>
            <span className="font-medium">{voice.percent}%</span>
          </Figure>
        ),
      }))}
    />
  )
}
