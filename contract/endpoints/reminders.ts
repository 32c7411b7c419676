import { z } from 'zod'
import { type Endpoint, envelope, many, nothing, one, relation } from '../endpoint.ts'
import { Reminder } from '../entities/reminder.ts'
import { Opportunity } from '../entities.ts'
import { instant, sound } from '../texts.ts'

const wording = sound.trim().max(1000)
const dueAt = instant

export const ReminderCreate = z.strictObject({
  project: relation,
  opportunity: relation,
  dueAt,
  text: wording.default(''),
})
export type ReminderCreate = z.input<typeof ReminderCreate>

export const ReminderUpdate = z.strictObject({
  dueAt: dueAt.optional(),
  text: wording.optional(),
  done: z.boolean().optional(),
})
export type ReminderUpdate = z.input<typeof ReminderUpdate>

/** The open reminder of a lead, which is made or moved. */
export const ReminderPut = z.strictObject({ dueAt, text: wording.optional() })
export type ReminderPut = z.input<typeof ReminderPut>

export const remindersEndpoints = {
  remindersFind: {
    method: 'GET',
    path: '/reminders',
    access: 'signedIn',
    right: 'readOutreach',
    find: 'reminders',
    answer: many(Reminder),
  },
  remindersFindOne: {
    method: 'GET',
    path: '/reminders/:id',
    access: 'signedIn',
    right: 'readOutreach',
    find: 'reminders',
    answer: one(Reminder),
  },
  remindersCreate: {
    method: 'POST',
    path: '/reminders',
    access: 'signedIn',
    right: 'changeOutreach',
    body: envelope(ReminderCreate),
    answer: one(Reminder),
    status: 201,
  },
  remindersUpdate: {
    method: 'PUT',
    path: '/reminders/:id',
    access: 'signedIn',
    right: 'changeOutreach',
    body: envelope(ReminderUpdate),
    answer: one(Reminder),
  },
  remindersDelete: {
    method: 'DELETE',
    path: '/reminders/:id',
    access: 'signedIn',
    right: 'changeOutreach',
    answer: nothing,
    status: 204,
  },
  reminderPut: {
    method: 'PUT',
    path: '/opportunities/:id/reminder',
    access: 'signedIn',
    right: 'changeOutreach',
    body: envelope(ReminderPut),
    answer: one(Reminder),
  },
  reminderDelete: {
    method: 'DELETE',
    path: '/opportunities/:id/reminder',
    access: 'signedIn',
    right: 'changeOutreach',
    answer: nothing,
    status: 204,
  },
  claimPut: {
    method: 'PUT',
    path: '/opportunities/:id/claim',
    access: 'signedIn',
    right: 'changeOutreach',
    answer: one(Opportunity),
  },
  claimDelete: {
    method: 'DELETE',
    path: '/opportunities/:id/claim',
    access: 'signedIn',
    right: 'changeOutreach',
    answer: one(Opportunity),
  },
} as const satisfies Record<string, Endpoint>
