import { startService } from '../../src/app/lifecycle.ts';
import { readSettings } from '../../src/app/read-settings.ts';

// A service that looks all the time for events which their project keeps no longer.

const service = await startService(readSettings());
service.open();
process.stdout.write(`Sluice is ready on ${service.url}\n`);
for (;;) await service.services.eventExpirer.expire().catch(() => undefined);
