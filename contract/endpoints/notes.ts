import { z } from 'zod'
import { type Endpoint, envelope, many, nothing, one, relation } from '../endpoint.ts'
import { Note } from '../entities/note.ts'
import { text } from '../texts.ts'

const wording = text(10_000)

/** About a lead or a person: one of them. */
export const NoteCreate = z.strictObject({
  project: relation,
  opportunity: relation.nullable().default(null),
  person: relation.nullable().default(null),
  text: wording,
})
export type NoteCreate = z.input<typeof NoteCreate>

export const NoteUpdate = z.strictObject({ text: wording.optional() })
export type NoteUpdate = z.input<typeof NoteUpdate>

export const notesEndpoints = {
  notesFind: {
    method: 'GET',
    path: '/notes',
    access: 'signedIn',
    right: 'readOutreach',
    find: 'notes',
    answer: many(Note),
  },
  notesFindOne: {
    method: 'GET',
    path: '/notes/:id',
    access: 'signedIn',
    right: 'readOutreach',
    find: 'notes',
    answer: one(Note),
  },
  notesCreate: {
    method: 'POST',
    path: '/notes',
    access: 'signedIn',
    right: 'changeOutreach',
    body: envelope(NoteCreate),
    answer: one(Note),
    status: 201,
  },
  notesUpdate: {
    method: 'PUT',
    path: '/notes/:id',
    access: 'signedIn',
    right: 'changeOutreach',
    body: envelope(NoteUpdate),
    answer: one(Note),
  },
  notesDelete: {
    method: 'DELETE',
    path: '/notes/:id',
    access: 'signedIn',
    right: 'changeOutreach',
    answer: nothing,
    status: 204,
  },
} as const satisfies Record<string, Endpoint>
