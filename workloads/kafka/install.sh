#!/usr/bin/env bash
# Installs Java and the jars of Kafka on a host, and compiles the load program.
#   KAFKA_VERSION  of Kafka, e.g. 4.4.0
set -euo pipefail

# java_package: the package with a Java compiler.
java_package() {
  case " $(os_release ID) $(os_release ID_LIKE) " in
    *' debian '* | *' ubuntu '*) printf 'openjdk-17-jdk-headless\n' ;;
    *' amzn '*) printf 'java-17-amazon-corretto-devel\n' ;;
    *) printf 'java-17-openjdk-devel\n' ;;
  esac
}

# compile FOLDER: compiles the load program there. Several hosts of one machine may do so at once.
compile() {
  local part log=$FSXBENCH_OUT/raw/javac.txt
  [[ ! -d $1 ]] || return 0
  part=$(mktemp -d "$KAFKA_LIBRARY/.part-XXXXXXXX") || fail "cannot write below $KAFKA_LIBRARY"
  printf '%s' "$LOAD_JAVA" >"$part/Load.java"
  printf '%s' "$CLIENTS_JAVA" >"$part/Clients.java"
  printf '%s' "$REPORT_JAVA" >"$part/Report.java"
  # It ends before optimized code of the compiler would pay: that takes twice the CPU time.
  if ! javac -J-XX:TieredStopAtLevel=1 -nowarn -proc:none -cp "$KAFKA_LIBRARY/libs/*" -d "$part" "$part"/*.java \
    >"$log" 2>&1; then
    remove_tree "$part" || true
    fail "the load program cannot be compiled: $(grep -m 1 error "$log" || last_words "$log")"
  fi
  # The clients of ERROR level only: while a broker is away, they warn at every try.
  printf '%s\n' 'log4j.rootLogger=ERROR, out' 'log4j.appender.out=org.apache.log4j.ConsoleAppender' \
    'log4j.appender.out.target=System.err' 'log4j.appender.out.layout=org.apache.log4j.EnhancedPatternLayout' \
    'log4j.appender.out.layout.ConversionPattern=%p %m %throwable{short}%n' >"$part/log4j.properties"
  mv -T -- "$part" "$1" 2>/dev/null || { remove_tree "$part" && [[ -d $1 ]]; } || fail "cannot write $1"
}

status_begin kafka "$FSXBENCH_ROOT"
mkdir -p "$FSXBENCH_OUT/raw"
install_packages javac "$FSXBENCH_OUT/raw/install.log" "$(java_package)"
kafka_java
version=$(javac -version 2>&1 | sed -n 's/^javac //p')
# Class files of Kafka 4.4.0: 17 for servers, 11 for clients. All roles have the same package.
least=17
[[ $KAFKA_VERSION != 3.* ]] || least=11
[[ ${version%%.*} -ge $least ]] ||
  fail "Java $version is too old for Kafka $KAFKA_VERSION: $least or later is necessary"
fact java "$version"
BUNDLE_RELEASE=$KAFKA_VERSION bundle_install kafka
[[ -s $KAFKA_LIBRARY/libs/kafka-clients-$KAFKA_VERSION.jar ]] ||
  fail "tool bundle 'kafka' $BUNDLE_VERSION has no libs/kafka-clients-$KAFKA_VERSION.jar:\
 npx fsxbench tools fetch kafka --version $KAFKA_VERSION"
read -r hash _ < <(sha256sum <<<"$LOAD_JAVA$CLIENTS_JAVA$REPORT_JAVA")
compile "$KAFKA_LIBRARY/load-${hash:0:12}"
ln -sfn -- "load-${hash:0:12}" "$KAFKA_LIBRARY/load"
status_version "$KAFKA_VERSION"
printf 'Kafka %s, Java %s\n' "$KAFKA_VERSION" "$version"
