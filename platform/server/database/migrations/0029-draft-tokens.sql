-- What a model read and wrote for a suggested reply, also for a text that was refused. Null if its endpoint doesn't say.
alter table reply_draft add column input_tokens integer, add column output_tokens integer;
