import type { CommunityPlaybook } from '../../contract-playbook.ts'
import { allSurvivalText, ownSurvivalText, rateText } from './playbook-text.ts'

/** How many replies are still visible a day later, of the project and of all projects, with the counts behind it. */
export function Survival({ survival: { own, all } }: Pick<CommunityPlaybook, 'survival'>) {
  return (
    <dl className="flex flex-col gap-3">
      <Rate name="Yours" rate={rateText(own)} basis={ownSurvivalText(own)} />
      <Rate name="All projects on this server" rate={all ? rateText(all) : 'Too few'} basis={allSurvivalText(all)} />
    </dl>
  )
}

function Rate({ name, rate, basis }: { name: string; rate: string; basis: string }) {
  return (
    <div>
      <dt className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span>{name}</span>
        <span className="tabular font-semibold">{rate}</span>
      </dt>
      <dd className="text-muted text-sm">{basis}</dd>
    </div>
  )
}
