import chromium from "@sparticuz/chromium";

// Its own process: the package unpacks to the temporary folder and changes the environment of whoever loads it.
process.stdout.write(await chromium.executablePath());
