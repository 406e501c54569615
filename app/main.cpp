#include "app/cli/command.h"

int main(int count, char** words) {
    return bonescope::cli::run(std::vector<std::string>(words + (count > 0), words + count));
}
