import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { postUrl } from '#engine/places/post-url.ts'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '#platform/ui/overlays/menu.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { FormEnd } from '#platform/web/forms/form-end.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import { useUser } from '#platform/web/session/project.ts'
import { useMay } from '#platform/web/session/role.ts'
import { call } from '../api.ts'
import { clearHistory, readHistory } from '../history.ts'
import { findForFile, type SavedSearch, savedSearchesQuery } from '../queries.ts'
import { csvRows } from '../results/csv-rows.ts'
import { isSearch, readView, type View } from '../view.ts'
import { savedFilters, searchText, viewOfSaved } from './saved.ts'

interface SearchMenuProps {
  projectId: string
  view: View
  onView: (view: View) => void
}

const recentMost = 6

/** What can be done with a search, the saved ones, and the recent ones. */
export function SearchMenu({ projectId, view, onView }: SearchMenuProps) {
  const queryClient = useQueryClient()
  const [saving, setSaving] = useState(false)
  const userId = useUser()?.id
  const { data: saved = [] } = useQuery(savedSearchesQuery(projectId))
  const mayChange = useMay('changeWatchlist') !== false
  const hasQuery = view.query !== ''
  const history = userId === undefined ? [] : readHistory(userId, projectId).slice(0, recentMost)

  const addKeyword = () =>
    withErrorToast(async () => {
      await call('keywordsCreate', { body: { data: { project: projectId, query: view.query, kind: 'problem' } } })
      await queryClient.invalidateQueries({ queryKey: ['keywords', projectId] })
      notify({ title: `Added the keyword “${view.query}”` })
    })
  const remove = ({ id, name }: SavedSearch) =>
    withErrorToast(async () => {
      await call('savedSearchesDelete', { id })
      await queryClient.invalidateQueries({ queryKey: ['saved-searches', projectId] })
      notify({ title: `Deleted “${name}”` })
    })

  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button aria-label="More search actions" title="More search actions" className="px-2.5">
            <Icon name="more" />
          </Button>
        }
      >
        <MenuItem
          icon={<Icon name="save" />}
          disabled={!hasQuery || !mayChange}
          onClick={() => setSaving(true)}
          {...(!hasQuery && { detail: 'Search for a word first' })}
        >
          Save search
        </MenuItem>
        <MenuItem icon={<Icon name="keyword" />} disabled={!hasQuery || !mayChange} onClick={() => void addKeyword()}>
          Save as keyword
        </MenuItem>
        <MenuItem
          icon={<Icon name="table" />}
          disabled={!isSearch(view)}
          onClick={() => void withErrorToast(() => download(projectId, view))}
        >
          Download CSV
        </MenuItem>
        {saved.length > 0 && (
          <>
            <MenuSeparator />
            <MenuGroup label="Saved searches">
              {saved.map((search) => (
                <MenuItem key={search.id} detail={search.query} onClick={() => onView(viewOfSaved(search))}>
                  {search.name}
                </MenuItem>
              ))}
            </MenuGroup>
          </>
        )}
        {history.length > 0 && (
          <>
            <MenuSeparator />
            <MenuGroup label="Recent searches">
              {history.map((address) => {
                const recent = readView(new URLSearchParams(address))
                return (
                  <MenuItem key={address} onClick={() => onView(recent)}>
                    {searchText(recent)}
                  </MenuItem>
                )
              })}
              <MenuItem
                icon={<Icon name="remove" />}
                onClick={() => {
                  if (userId !== undefined) clearHistory(userId, projectId)
                }}
              >
                Clear recent searches
              </MenuItem>
            </MenuGroup>
          </>
        )}
        {mayChange && saved.length > 0 && (
          <>
            <MenuSeparator />
            <MenuGroup label="Delete">
              {saved.map((search) => (
                <MenuItem key={search.id} icon={<Icon name="remove" />} onClick={() => void remove(search)}>
                  {search.name}
                </MenuItem>
              ))}
            </MenuGroup>
          </>
        )}
      </Menu>
      {saving && <SaveDialog projectId={projectId} view={view} onClose={() => setSaving(false)} />}
    </>
  )
}

function SaveDialog({ projectId, view, onClose }: { projectId: string; view: View; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [name, setName] = useState(view.query.slice(0, 100))
  const { busy, error, send } = useSubmission()
  function submit(event: FormEvent) {
    event.preventDefault()
    void send(async () => {
      const data = { project: projectId, name, query: view.query, filters: savedFilters(view) }
      await call('savedSearchesCreate', { body: { data } })
      await queryClient.invalidateQueries({ queryKey: ['saved-searches', projectId] })
      notify({ title: `Saved the search “${name.trim()}”` })
      onClose()
    })
  }
  return (
    <Dialog open onOpenChange={onClose} title="Save search">
      <form onSubmit={submit} className="flex flex-col gap-5">
        <Field label="Name" hint="Everyone in this project can use it.">
          {(control) => (
            <Input
              {...control}
              autoFocus
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <FormEnd error={error} busy={busy} disabled={name.trim() === ''} onCancel={onClose}>
          Save search
        </FormEnd>
      </form>
    </Dialog>
  )
}

/** Downloads the matches as a file for spreadsheets. */
async function download(projectId: string, view: View): Promise<void> {
  const found = await findForFile(projectId, view)
  const { csvOf } = await import('#platform/contract/csv/write-csv.ts')
  const url = URL.createObjectURL(new Blob([csvOf(csvRows(found, postUrl))], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'posts.csv'
  link.click()
  URL.revokeObjectURL(url)
}
