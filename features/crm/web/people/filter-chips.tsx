import { useQuery } from '@tanstack/react-query'
import { contacts, nobody, noPeopleFilters } from '#engine/crm/people-view.ts'
import { ChipMenu, FilterChip } from '#platform/ui/filter-chip.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { MenuItem } from '#platform/ui/overlays/menu.tsx'
import { isFiltered } from './filters.ts'
import { contactNames, shortName, stageName } from './labels.ts'
import { ownersQuery, tagsQuery } from './queries.ts'
import type { CrmState } from './use-crm.ts'

/** The filters by stage, owner, tag, and whether somebody may be contacted. */
export function FilterChips({ state }: { state: CrmState }) {
  const { project, view, stages, reader, go } = state
  const { data: owners } = useQuery(ownersQuery(project.id))
  const { data: tags } = useQuery(tagsQuery(project.id))
  const ownerText = (id: string) => {
    if (id === nobody) return 'Nobody'
    if (id === reader.me) return 'You'
    return shortName(owners?.find((owner) => owner.id === id)?.name ?? 'A former member')
  }
  const mark = (on: boolean) => <Icon name="check" className={on ? '' : 'invisible'} />
  return (
    <>
      <FilterChip
        label="Stage"
        options={stages.data?.map(({ key }) => key)}
        chosen={view.stages}
        textOf={(key) => stageName(stages.data ?? [], key)}
        empty="No stages"
        onChange={(chosen) => go({ ...view, stages: chosen })}
      />
      <FilterChip
        label="Owner"
        options={owners && [nobody, ...owners.map(({ id }) => id)]}
        chosen={view.owners}
        textOf={ownerText}
        empty="No members"
        onChange={(chosen) => go({ ...view, owners: chosen })}
      />
      <FilterChip
        label="Tag"
        options={tags}
        chosen={view.tags}
        empty="Nobody has a tag yet"
        onChange={(chosen) => go({ ...view, tags: chosen })}
      />
      <ChipMenu label="Contact" text={view.contact && contactNames[view.contact]}>
        <MenuItem icon={mark(view.contact === null)} onClick={() => go({ ...view, contact: null })}>
          Everyone
        </MenuItem>
        {contacts.map((contact) => (
          <MenuItem key={contact} icon={mark(view.contact === contact)} onClick={() => go({ ...view, contact })}>
            {contactNames[contact]}
          </MenuItem>
        ))}
      </ChipMenu>
      {isFiltered(view) && (
        <button
          type="button"
          onClick={() => go({ ...view, ...noPeopleFilters })}
          className="h-7 rounded-full px-2 font-medium text-muted text-sm hover:text-ink pointer-coarse:h-9"
        >
          Clear filters
        </button>
      )}
    </>
  )
}
