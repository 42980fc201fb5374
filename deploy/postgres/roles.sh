#!/bin/sh
# Run once by the image of PostgreSQL, when its volume is new: a role that owns the tables, and one that owns nothing.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --set owner_password="$OWNER_PASSWORD" --set runtime_password="$RUNTIME_PASSWORD" <<'SQL'
create role mergewell_owner login password :'owner_password';
create role mergewell_runtime login password :'runtime_password';
create database mergewell owner mergewell_owner;
\connect mergewell
-- Lets an index serve searches below row-level security. Only a superuser may, and no dump contains it.
alter function pg_catalog.textlike(text, text) leakproof;
SQL
