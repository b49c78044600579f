@echo off
rem Starts the heddle command of an installation on Windows: finds a JDK 25 and runs the jars with the JVM flags of the
rem *.options files.
rem
rem   HEDDLE_JAVA_HOME   the JDK 25 to use (else the installation's own, JAVA_HOME and java on the PATH)
setlocal
for %%F in ("%~dp0..") do set "root=%%~fF"
set "jdk="
if not exist "%root%\heddle.jar" (
  echo heddle: %root% holds no heddle.jar: unpack the archive of an installation 1>&2
  exit /b 1
)
if defined HEDDLE_JAVA_HOME (
  call :check "%HEDDLE_JAVA_HOME%"
  goto :found
)
call :check "%root%\java"
if not defined jdk if defined JAVA_HOME call :check "%JAVA_HOME%"
if not defined jdk for %%J in (java.exe) do if not "%%~$PATH:J" == "" call :check "%%~dp$PATH:J.."

:found
if not defined jdk (
  echo heddle: needs a JDK 25 and found none: install one and set HEDDLE_JAVA_HOME or JAVA_HOME to its folder 1>&2
  exit /b 1
)

set "classes=%root%\heddle.jar;%root%\lib\*;%root%\lib-s3\*"
set "flags="
if "%~1" == "sql" set "flags=@"%root%\jvm-once.options""
if "%~1" == "schema" set "flags=@"%root%\jvm-once.options""
if "%~1" == "explain" set "flags=@"%root%\jvm-once.options""
if "%~1" == "version" set "flags=@"%root%\jvm-once.options""
if "%~1" == "scheduler" set "flags=@"%root%\jvm-cluster.options""
if "%~1" == "worker" set "flags=@"%root%\jvm-cluster.options""
if "%~1" == "shuffle" set "flags=@"%root%\jvm-cluster.options""
if "%~1" == "cluster" set "flags="-Dheddle.cluster.options=%root%\jvm-cluster.options""
if "%~1" == "flight" set "classes=%classes%;%root%\lib-flight\*"
if "%~1" == "jshell" set "classes=%classes%;%root%\lib-kernel\*"
if "%~1" == "kernel" (
  set "classes=%classes%;%root%\lib-kernel\*"
  set "flags="-Dheddle.launcher=%root%\bin\heddle.cmd""
)
"%jdk%\bin\java.exe" @"%root%\jvm.options" %flags% -cp "%classes%" dev.heddle.cli.Main %*
exit /b %ERRORLEVEL%

:check
if exist "%~1\bin\java.exe" if exist "%~1\release" (
  findstr /r /c:"^JAVA_VERSION=.25[.+""-]" "%~1\release" > nul && set "jdk=%~1"
)
exit /b 0
