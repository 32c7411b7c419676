import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { placeName } from '#engine/places/places.ts'
import { type Claimed, claims, labelsInOrder, noFilters, type View, windowsInOrder } from '#engine/rules/lead-view.ts'
import { Button } from '#platform/ui/button.tsx'
import { ChipMenu, chipClasses, FilterChip } from '#platform/ui/filter-chip.tsx'
import { MenuCheckItem } from '#platform/ui/overlays/menu.tsx'
import { useProject } from '#platform/web/session/project.ts'
import { useMay } from '#platform/web/session/role.ts'
import { bands, clockText, count, postedText, windowNames } from '../labels.ts'
import { leadFiltersQuery, visitQuery } from '../queries.ts'
import { isFiltered } from '../view.ts'

interface FilterChipsProps {
  projectId: string
  view: View
  onView: (view: View) => void
}

const claimTexts: Record<Claimed, string> = { me: 'Claimed by me', anyone: 'Claimed', nobody: 'Not claimed' }

/** One chip for each kind of filter: it names what is chosen, and opens the choices. */
export function FilterChips({ projectId, view, onView }: FilterChipsProps) {
  const { data: names } = useQuery(leadFiltersQuery(projectId))
  const mayDecide = useMay('decide') === true
  const change = (filters: Partial<View>) => onView({ ...view, ...filters })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label="Filters" className="flex items-center pr-2">
      <div className="flex min-w-0 flex-1 gap-1.5 overflow-x-auto py-2 pr-2 pl-4 [scrollbar-width:none]">
        <ToggleChip on={view.unread} onChange={(unread) => change({ unread })}>
          Unread
        </ToggleChip>
        {(mayDecide || view.due) && (
          <ToggleChip on={view.due} onChange={(due) => change({ due })}>
            Reply due
          </ToggleChip>
        )}
        <SinceChip projectId={projectId} since={view.since} onChange={(since) => change({ since })} />
        <PostedChip view={view} onClear={() => change({ postedFrom: null, postedBefore: null })} />
        <ClockChip view={view} onClear={() => change({ hour: null, weekday: null })} />
        <FilterChip
          empty="None in your leads"
          label="Label"
          options={labelsInOrder}
          chosen={view.labels}
          textOf={(label) => bands[label]}
          onChange={(labels) => change({ labels })}
        />
        <FilterChip
          empty="None in your leads"
          label="Age"
          options={windowsInOrder}
          chosen={view.windows}
          textOf={(window) => windowNames[window]}
          onChange={(windows) => change({ windows })}
        />
        <FilterChip
          empty="None in your leads"
          label="Community"
          options={names?.communities}
          chosen={view.communities}
          textOf={(community) => placeName(community)}
          onChange={(communities) => change({ communities })}
        />
        <FilterChip
          empty="None in your leads"
          label="Keyword"
          options={names?.keywords}
          chosen={view.keywords}
          onChange={(keywords) => change({ keywords })}
        />
        <FilterChip
          empty="None in your leads"
          label="Competitor"
          options={names?.competitors}
          chosen={view.competitors}
          onChange={(competitors) => change({ competitors })}
        />
        <ClaimChip claimed={view.claimed} onChange={(claimed) => change({ claimed })} />
      </div>
      {isFiltered(view) && (
        <Button look="ghost" size="small" className="whitespace-nowrap" onClick={() => change(noFilters)}>
          Clear all
        </Button>
      )}
    </div>
  )
}

interface ToggleChipProps {
  on: boolean
  onChange: (on: boolean) => void
  children: ReactNode
}

function ToggleChip({ on, onChange, children }: ToggleChipProps) {
  return (
    <button type="button" aria-pressed={on} onClick={() => onChange(!on)} className={chipClasses(on)}>
      {children}
    </button>
  )
}

interface SinceChipProps {
  projectId: string
  since: string | null
  onChange: (since: string | null) => void
}

/** Filters by what is new since the user's last visit. Hidden if nothing is. */
function SinceChip({ projectId, since, onChange }: SinceChipProps) {
  const { data: visit } = useQuery(visitQuery(projectId))
  if (since === null && !visit?.newLeads) return null
  const isLast = since === null || since === visit?.since
  return (
    <ToggleChip on={since !== null} onChange={(on) => onChange(on ? (visit?.since ?? null) : null)}>
      {isLast && visit ? `${count(visit.newLeads)} new since your last visit` : 'New since an earlier visit'}
    </ToggleChip>
  )
}

/** Says when posts must be from, in a list that a chart links to. */
function PostedChip({ view: { postedFrom, postedBefore }, onClear }: { view: View; onClear: () => void }) {
  const timeZone = useProject()?.timeZone ?? 'UTC'
  if (postedFrom === null && postedBefore === null) return null
  return (
    <ToggleChip on onChange={onClear}>
      {postedText(postedFrom, postedBefore, timeZone)}
    </ToggleChip>
  )
}

/** Says at which hours and on which weekdays posts must be, in a list that a chart links to. */
function ClockChip({ view, onClear }: { view: View; onClear: () => void }) {
  const text = clockText(view)
  return (
    text && (
      <ToggleChip on onChange={onClear}>
        {text}
      </ToggleChip>
    )
  )
}

function ClaimChip({ claimed, onChange }: { claimed: Claimed | null; onChange: (claimed: Claimed | null) => void }) {
  return (
    <ChipMenu label="Claim" text={claimed && claimTexts[claimed]}>
      {claims.map((value) => (
        <MenuCheckItem key={value} checked={value === claimed} onChange={(checked) => onChange(checked ? value : null)}>
          {claimTexts[value]}
        </MenuCheckItem>
      ))}
    </ChipMenu>
  )
}
