import chromium from "@sparticuz/chromium";

// A separate process: the package unpacks to the temporary folder and changes its loader's environment.
process.stdout.write(await chromium.executablePath());
