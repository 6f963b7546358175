import { createServer } from 'node:http';

// Answers at once: what it needs is what the machine needs for a call at the moment.

const server = createServer((_request, response) => void response.end('{}'));
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.once('disconnect', () => process.exit(0));
