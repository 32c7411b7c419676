import { type Feature, one, routes } from '#platform/server/feature.ts'
import { leadReminderEndpoints, notesContract, peopleContract } from '../contract.ts'
import { createNote, deleteNote, notes, updateNote } from './notes.ts'
import { createPerson, deletePerson, people, updatePerson } from './people.ts'
import { putReminder, reminders, removeReminder } from './reminders.ts'

export const crmFeature: Feature = {
  name: 'crm',
  routes: [
    ...routes(peopleContract.endpoints, {
      peopleCreate: (ctx, { body }) => one(createPerson(ctx, body)),
      peopleUpdate: (ctx, { id, body }) => one(updatePerson(ctx, { id, data: body })),
      peopleDelete: (ctx, { id }) => deletePerson(ctx, { id }),
    }),
    ...routes(notesContract.endpoints, {
      notesCreate: (ctx, { body }) => one(createNote(ctx, body)),
      notesUpdate: (ctx, { id, body }) => one(updateNote(ctx, { id, data: body })),
      notesDelete: (ctx, { id }) => deleteNote(ctx, { id }),
    }),
    ...reminders.routes,
    ...routes(leadReminderEndpoints, {
      reminderPut: (ctx, { id, body }) => one(putReminder(ctx, { id, data: body })),
      reminderDelete: (ctx, { id }) => removeReminder(ctx, { id }),
    }),
  ],
  readings: { people, notes, reminders: reminders.rows },
}
