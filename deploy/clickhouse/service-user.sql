-- The user of the service, for SLUICE_ENGINE_URL=https://sluice:PASSWORD@host:8443. Run it once as an administrator:
--   clickhouse-client --multiquery --param_password='...' < service-user.sql
-- On a cluster whose users are not replicated, add ON CLUSTER main behind `CREATE USER IF NOT EXISTS sluice` and behind
-- each GRANT.
CREATE USER IF NOT EXISTS sluice IDENTIFIED WITH sha256_password BY {password:String};
GRANT SELECT, INSERT, ALTER, CREATE TABLE, DROP TABLE, TRUNCATE, OPTIMIZE ON app.* TO sluice WITH GRANT OPTION;
GRANT SELECT, CREATE TABLE, DROP TABLE, DROP DATABASE ON app_smoke.* TO sluice WITH GRANT OPTION;
GRANT CREATE DATABASE, CLUSTER, REMOTE, KILL QUERY, ACCESS MANAGEMENT, CREATE TEMPORARY TABLE, S3 ON *.* TO sluice;
GRANT TABLE ENGINE ON * TO sluice;
GRANT SYSTEM SYNC REPLICA, SYSTEM FETCHES ON app.* TO sluice;
GRANT SELECT ON system.* TO sluice;
GRANT NAMED COLLECTION ON sluice_s3 TO sluice;
