import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent, KeyboardEvent, RefObject } from 'react'
import { useId, useRef, useState } from 'react'
import { editableNote, mentionText, notePartsOf, storableNote } from '#engine/notes/mentions.ts'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Kbd } from '#platform/ui/kbd.tsx'
import { Menu, MenuItem } from '#platform/ui/overlays/menu.tsx'
import { RowsState } from '#platform/web/api/rows-state.tsx'
import { useDeferred } from '#platform/web/api/use-deferred.ts'
import { useCommands } from '#platform/web/commands/use-commands.ts'
import type { LeadPartProps, PersonPartProps } from '#platform/web/feature.ts'
import { useSubmission } from '#platform/web/forms/submission.ts'
import { useUser } from '#platform/web/session/project.ts'
import { agoText, exactTime } from '#platform/web/text/age.ts'
import type { Note } from '../contract.ts'
import { call } from './api.ts'
import { MentionField } from './mention-field.tsx'
import { mentionableQuery, type NoteSubject, notesQuery } from './queries.ts'

/** The team's notes about a lead. */
export function LeadNotes({ leadId, ...props }: LeadPartProps) {
  return <Notes {...props} subject={{ opportunity: leadId }} />
}

/** The team's notes about a person. */
export function PersonNotes({ personId, ...props }: PersonPartProps) {
  return <Notes {...props} subject={{ person: personId }} />
}

interface NotesProps {
  projectId: string
  subject: NoteSubject
  now: number
}

/** Notes, oldest first, with a field for a new one. Users edit and delete only their own. */
function Notes({ projectId, subject, now }: NotesProps) {
  const queryClient = useQueryClient()
  const query = useQuery(notesQuery(subject))
  const user = useUser()
  const [editing, setEditing] = useState<string | null>(null)
  const { defer, isHidden } = useDeferred()
  const field = useRef<HTMLTextAreaElement>(null)
  const refetch = () => queryClient.invalidateQueries({ queryKey: notesQuery(subject).queryKey })
  useCommands('Notes', [
    { id: 'note add', label: 'Add note', icon: 'note', keys: 'n', focus: 'own', run: () => field.current?.focus() },
  ])

  const add = async (text: string) => {
    await call('notesCreate', { body: { data: { project: projectId, ...subject, text } } })
    await refetch()
  }
  const change = async (id: string, text: string) => {
    await call('notesUpdate', { id, body: { data: { text } } })
    await refetch()
    setEditing(null)
  }
  const remove = (id: string) =>
    defer({
      id,
      title: 'Note deleted',
      work: () => call('notesDelete', { id, keepalive: true }),
      after: refetch,
    })

  return (
    <div>
      <h3 className="font-semibold">Notes</h3>
      <RowsState name="the notes" query={query} empty={null}>
        {(notes) => (
          <ul aria-label="Notes" className="mt-2 flex flex-col gap-3">
            {notes
              .filter(({ id }) => !isHidden(id))
              .map((note) => (
                <li key={note.id}>
                  {editing === note.id ? (
                    <NoteForm
                      projectId={projectId}
                      label="Edit note"
                      action="Save note"
                      start={editableNote(note.text, note.mentions)}
                      mentioned={note.mentions}
                      onSend={(text) => change(note.id, text)}
                      onCancel={() => setEditing(null)}
                    />
                  ) : (
                    <NoteText
                      note={note}
                      now={now}
                      isOwn={note.createdBy?.id === user?.id}
                      onEdit={() => setEditing(note.id)}
                      onRemove={() => remove(note.id)}
                    />
                  )}
                </li>
              ))}
          </ul>
        )}
      </RowsState>
      <div className="mt-3">
        <NoteForm
          projectId={projectId}
          ref={field}
          label="Add a note for your team"
          hint="Type @ to mention a member."
          action="Add note"
          start=""
          onSend={add}
        />
      </div>
    </div>
  )
}

interface NoteTextProps {
  note: Note
  now: number
  isOwn: boolean
  onEdit: () => void
  onRemove: () => void
}

function NoteText({ note, now, isOwn, onEdit, onRemove }: NoteTextProps) {
  return (
    <div className="rounded-lg bg-sunken px-3 py-2">
      <div className="flex min-h-6 items-center gap-2 text-muted text-sm">
        <p className="wrap-anywhere min-w-0 flex-1">
          <span className="font-medium text-ink">
            {isOwn ? 'You' : (note.createdBy?.email ?? (note.byEarshot ? 'Earshot' : 'A former member'))}
          </span>{' '}
          <time dateTime={note.createdAt} title={exactTime(note.createdAt)} className="tabular whitespace-nowrap">
            {agoText(note.createdAt, now)}
          </time>
          {note.updatedAt !== note.createdAt && ' (edited)'}
        </p>
        {isOwn && (
          <Menu
            align="end"
            trigger={
              <Button look="ghost" size="icon" aria-label="Note actions" className="-mr-2">
                <Icon name="more" />
              </Button>
            }
          >
            <MenuItem onClick={onEdit}>Edit note</MenuItem>
            <MenuItem onClick={onRemove}>Delete note</MenuItem>
          </Menu>
        )}
      </div>
      <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {notePartsOf(note.text).map((part, at) =>
          'text' in part ? (
            part.text
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity, and all change together
            <span key={at} className="font-medium text-accent-ink">
              {mentionText(part.mention, note.mentions)}
            </span>
          ),
        )}
      </p>
    </div>
  )
}

interface NoteFormProps {
  projectId: string
  label: string
  /** While the field is in use. */
  hint?: string
  action: string
  start: string
  /** Whom the text mentions already. */
  mentioned?: Note['mentions']
  onSend: (text: string) => Promise<void>
  onCancel?: () => void
  ref?: RefObject<HTMLTextAreaElement | null>
}

function NoteForm({ projectId, label, hint, action, start, mentioned = [], onSend, onCancel, ref }: NoteFormProps) {
  const { data: people = [] } = useQuery(mentionableQuery(projectId))
  const [text, setText] = useState(start)
  const { busy, error, send } = useSubmission()
  const errorId = useId()
  const isEmpty = text.trim() === ''

  const submit = () => {
    if (isEmpty) return
    void send(async () => {
      await onSend(storableNote(text.trim(), [...people, ...mentioned]))
      setText('')
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit()
    if (event.key !== 'Escape') return
    // The first Escape leaves the field, and only the next one the lead.
    event.stopPropagation()
    if (onCancel) onCancel()
    else if (event.target instanceof HTMLElement) event.target.blur()
  }

  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit()
      }}
      className="flex flex-col gap-2"
    >
      <MentionField
        projectId={projectId}
        ref={(element) => {
          if (ref) ref.current = element
        }}
        aria-label={label}
        aria-describedby={error ? errorId : undefined}
        placeholder={onCancel ? undefined : label}
        autoFocus={onCancel !== undefined}
        value={text}
        maxLength={10_000}
        onChange={setText}
        onKeyDown={onKeyDown}
        className="min-h-10!"
      />
      {error && (
        <p id={errorId} role="alert" className="font-medium text-danger text-sm">
          {error}
        </p>
      )}
      {(!isEmpty || onCancel) && (
        <div className="flex gap-2">
          <Button type="submit" size="small" look="primary" busy={busy} disabled={isEmpty}>
            {action} <Kbd className="@max-2xl:hidden">Ctrl ↵</Kbd>
          </Button>
          {onCancel && (
            <Button size="small" onClick={onCancel}>
              Cancel
            </Button>
          )}
          {hint && <p className="self-center text-muted text-sm">{hint}</p>}
        </div>
      )}
    </form>
  )
}
